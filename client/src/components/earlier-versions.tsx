import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { commentStyleLabels } from '#shared/contracts/enums.ts';
import { draftRecordQuery } from '../api/drafts.ts';
import { errorText } from '../api/error-text.ts';
import { DateTime } from './time.tsx';
import { Disclosure } from './ui/disclosure.tsx';
import { Skeleton } from './ui/skeleton.tsx';

type DraftedComment = Pick<Comment, 'id' | 'revision' | 'previousTextCount'>;

export function EarlierTexts({ comment }: { comment: DraftedComment }) {
  const { data, error } = useQuery(draftRecordQuery(comment.id, comment.revision));
  if (error) return <p className="text-failed">{errorText(error, 'Failed to load the earlier versions')}</p>;
  if (!data) return <Skeleton className="h-16 max-w-measure" />;
  return (
    <ol aria-label="Earlier versions" className="flex flex-col gap-3">
      {data.previousTexts.toReversed().map(({ content, style, replacedAt }) => (
        <li key={replacedAt} className="max-w-measure">
          <p className="flex flex-wrap gap-x-3 text-muted tabular-nums">
            <span>{commentStyleLabels[style]}</span>
            <span>
              Replaced <DateTime iso={replacedAt} />
            </span>
          </p>
          <p dir="auto" className="text-left break-words whitespace-pre-wrap">
            {content}
          </p>
        </li>
      ))}
    </ol>
  );
}

export function EarlierVersions({ comment }: { comment: DraftedComment }) {
  const [open, setOpen] = useState(false);
  if (comment.previousTextCount === 0) return null;
  return (
    <Disclosure
      className="text-sm"
      summary={`Earlier versions (${comment.previousTextCount})`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <div className="mt-1.5 pl-5.5">{open && <EarlierTexts comment={comment} />}</div>
    </Disclosure>
  );
}

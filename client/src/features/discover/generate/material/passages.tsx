import { useState } from 'react';
import type { Chapter, TopComment } from '#shared/contracts/material.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import type { MarkedTextState } from '../../../../components/marked-text.tsx';
import { commentWith } from '../../../../components/marks.ts';
import { OpenAt, quoted } from '../../../../components/source-notes.tsx';
import { classNames } from '../../../../lib/browser.ts';
import { counted } from '../../../../lib/formats.ts';
import { FewOf, MoreButton } from './more.tsx';
import { SourceItem } from './source-item.tsx';

const LONG_DESCRIPTION = 240;

export function Description({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  const isLong = text.length > LONG_DESCRIPTION || text.split('\n').length > 5;
  return (
    <>
      <p dir="auto" className={classNames('text-left whitespace-pre-line', isLong && !all && 'line-clamp-5')}>
        {text}
      </p>
      {isLong && <MoreButton onClick={() => setAll(!all)}>{all ? 'Show less' : 'Show all'}</MoreButton>}
    </>
  );
}

interface PassagesProps {
  marked: MarkedTextState;
  /** The sentences of the draft that rest on one of them. */
  marks: MarkedTextState['marks'];
}

interface ChaptersProps extends PassagesProps {
  video: FoundVideo;
  chapters: readonly Chapter[];
}

export function Chapters({ video, chapters, marked, marks }: ChaptersProps) {
  const on = (chapter: Chapter) => marks.filter(({ sentence }) => sentence.source?.at === chapter.at);
  return (
    <FewOf items={chapters} isCited={(chapter) => on(chapter).length > 0}>
      {(chapter) => (
        <SourceItem key={chapter.at} marked={marked} marks={on(chapter)}>
          <OpenAt short at={chapter.at} youtubeId={video.youtubeId} />
          <span dir="auto" className="pl-2">
            {chapter.title}
          </span>
        </SourceItem>
      )}
    </FewOf>
  );
}

export function TopComments({
  comments,
  marked,
  marks,
}: PassagesProps & { comments: readonly TopComment[] }) {
  const on = (comment: TopComment) =>
    marks.filter(({ sentence: { source } }) => source?.quote && commentWith([comment], source.quote));
  return (
    <FewOf items={comments} isCited={(comment) => on(comment).length > 0}>
      {(comment) => (
        <SourceItem key={`${comment.author} ${comment.text}`} marked={marked} marks={on(comment)}>
          <p dir="auto" className="line-clamp-4 text-left">
            {quoted(comment.text)}
          </p>
          <p className="text-muted tabular-nums">
            {comment.author}
            {comment.likeCount !== null && comment.likeCount > 0 && `, ${counted(comment.likeCount, 'like')}`}
          </p>
        </SourceItem>
      )}
    </FewOf>
  );
}

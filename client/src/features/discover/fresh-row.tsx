import { X } from 'lucide-react';
import { useId } from 'react';
import type { FreshVideo } from '#shared/contracts/following.ts';
import { countOf } from '#shared/rules/format.ts';
import { FollowButton } from '../../components/follow-button.tsx';
import { Thumbnail } from '../../components/pictures.tsx';
import { Badge, Button } from '../../components/ui/button.tsx';
import { useNow } from '../../lib/browser.ts';
import { counted, formatExact } from '../../lib/formats.ts';
import { canGenerate } from './discover-search.ts';
import { CommentStatusBadge, MatchBadge, WhyItMatches } from './result-row.tsx';

/** "2 hours ago": in Fresh the hour counts. */
function Ago({ iso }: { iso: string }) {
  const minutes = Math.max(1, Math.round((useNow(60_000).getTime() - Date.parse(iso)) / 60_000));
  const hours = Math.round(minutes / 60);
  return (
    <time dateTime={iso} title={formatExact(iso)}>
      {minutes < 60 ? counted(minutes, 'minute') : counted(hours, 'hour')} ago
    </time>
  );
}

interface FreshRowProps {
  row: FreshVideo;
  isSeen: boolean;
  onView: () => void;
  onDraft: () => void;
  onDismiss: () => void;
}

export function FreshRow({
  row: { video, from, appearedAt },
  isSeen,
  onView,
  onDraft,
  onDismiss,
}: FreshRowProps) {
  const titleId = useId();
  const isPosted = video.commentStatus?.status === 'posted';
  return (
    <li
      tabIndex={-1}
      data-video={video.id}
      aria-labelledby={titleId}
      className="relative grid scroll-mt-16 scroll-mb-24 grid-cols-[6rem_minmax(0,1fr)] items-start gap-x-3 gap-y-2 border-b border-line px-(--gutter) py-3 -outline-offset-2 sm:grid-cols-[8.875rem_minmax(0,1fr)] sm:gap-x-4 lg:grid-cols-[8.875rem_minmax(0,1fr)_auto]"
    >
      <Thumbnail src={video.thumbnailUrl} className="w-24 sm:w-35.5" />
      <div className="min-w-0">
        <h3 id={titleId} className="text-base font-semibold sm:leading-5.5">
          <button
            type="button"
            dir="auto"
            onClick={onView}
            className="line-clamp-2 max-w-full text-left hover:underline hover:underline-offset-2"
          >
            {!isSeen && (
              <span aria-hidden className="mr-1.5 inline-block size-2 rounded-full bg-accent align-middle" />
            )}
            {video.title}
          </button>
        </h3>
        <p className="text-sm text-muted tabular-nums">
          <span className="text-soft">{video.channelTitle}</span> · <Ago iso={appearedAt} /> ·{' '}
          {countOf(video.commentCount, 'comment')} so far ·{' '}
          {from.kind === 'channel' ? 'from a channel you follow' : `from “${from.name}”`}
        </p>
        <WhyItMatches video={video} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-lg:col-span-full lg:flex-col lg:items-end">
        <div className="flex flex-wrap items-center gap-2">
          {video.inQueue && !isPosted && <Badge>In Queue</Badge>}
          <CommentStatusBadge video={video} />
          {video.matchScore !== 0 && <MatchBadge score={video.matchScore} />}
        </div>
        <div className="flex flex-wrap items-center gap-1 max-lg:ml-auto">
          {from.kind === 'search' && <FollowButton video={video} labelledBy={titleId} />}
          <Button variant="ghost" onClick={onDismiss} aria-describedby={titleId} className="px-2">
            <X aria-hidden />
            Not for Me
          </Button>
          <Button onClick={onDraft} aria-describedby={titleId} disabled={video.commentsOff}>
            {canGenerate(video) ? 'Draft' : 'View Comment'}
          </Button>
        </div>
      </div>
    </li>
  );
}

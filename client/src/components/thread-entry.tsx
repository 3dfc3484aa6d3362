import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ThreadEntry as Entry } from '#shared/contracts/replies.ts';
import { authUserQuery } from '../api/auth.ts';
import { DELETED, viewerName } from '../lib/answer-words.ts';
import { classNames } from '../lib/class-names.ts';
import { counted } from '../lib/numbers.ts';
import { Avatar } from './avatar.tsx';
import { PictureLink } from './picture-link.tsx';
import { RelativeTime } from './time.tsx';
import { Badge } from './ui/badge.tsx';

type Written = Pick<
  Entry,
  'authorName' | 'text' | 'pictureUrl' | 'likeCount' | 'isVideoAuthor' | 'publishedAt' | 'isOurs'
>;

interface ThreadEntryProps {
  entry: Written;
  isOpen?: boolean;
}

export function ThreadEntry({ entry, isOpen = false }: ThreadEntryProps) {
  const { text, pictureUrl, likeCount, isVideoAuthor, publishedAt, isOurs } = entry;
  const name = isOurs ? 'You' : viewerName(entry.authorName);
  return (
    <ThreadItem
      avatar={isOurs ? <OwnAvatar /> : <Avatar name={name.replace(/^@/, '')} picture={null} />}
      isCurrent={isOpen}
    >
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted tabular-nums">
        <span dir="auto" className="max-w-full truncate text-sm font-semibold text-text">
          {name}
        </span>
        {isVideoAuthor && !isOurs && <Badge>Author</Badge>}
        <RelativeTime iso={publishedAt} />
        {likeCount !== null && likeCount > 0 && <span>{counted(likeCount, 'like')}</span>}
      </p>
      {text === null ? (
        <p className="text-muted">{DELETED}</p>
      ) : (
        <p
          dir="auto"
          className={classNames(
            'max-w-measure text-left break-words whitespace-pre-wrap',
            isOurs ? 'font-voice text-voice md:text-voice-lg' : 'text-base',
          )}
        >
          {text}
        </p>
      )}
      {pictureUrl && <PictureLink url={pictureUrl} />}
    </ThreadItem>
  );
}

function OwnAvatar() {
  const user = useQuery(authUserQuery).data?.user;
  return <Avatar name={user?.name ?? ''} picture={user?.picture ?? null} />;
}

interface ThreadItemProps {
  avatar?: ReactNode;
  isCurrent?: boolean;
  children: ReactNode;
}

/** A line joins it with the next one. */
export function ThreadItem({ avatar, isCurrent = false, children }: ThreadItemProps) {
  return (
    <li
      aria-current={isCurrent || undefined}
      className="relative grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 pb-4 not-last:before:absolute not-last:before:top-9 not-last:before:bottom-1 not-last:before:left-4 not-last:before:w-px not-last:before:bg-line"
    >
      <span>{avatar}</span>
      <div className="min-w-0">{children}</div>
    </li>
  );
}

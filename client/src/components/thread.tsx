import { useQuery } from '@tanstack/react-query';
import { CornerDownRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { ThreadEntry as Entry } from '#shared/contracts/replies.ts';
import { authUserQuery } from '../api/auth.ts';
import { classNames } from '../lib/browser.ts';
import { counted } from '../lib/formats.ts';
import { Avatar } from './pictures.tsx';
import { RelativeTime } from './relative-time.tsx';
import { Badge, TextLink } from './ui/button.tsx';

/** Texts and names from YouTube are stored for at most 30 days (rule 3.7). */
const DELETED = 'Deleted after 30 days';

type Answered = NonNullable<Comment['answers']>;

export const replyWords = ({
  text,
  pictureUrl,
}: Pick<Answered, 'text' | 'pictureUrl'>) =>
  text === null ? DELETED : text || (pictureUrl ? 'A picture' : '');

export const viewerName = (authorName: string | null): string =>
  authorName ?? 'Somebody on YouTube';

export const answerTo = ({ authorName }: Answered): string =>
  `Answer to ${authorName ?? 'somebody on YouTube'}`;

/** Links to YouTube, because the picture's own address expires after hours. */
const PictureLink = ({ url }: { url: string }) => (
  <TextLink href={url} title="See it on YouTube" className="text-sm">
    A picture
  </TextLink>
);

export function ThreadEntry({
  entry,
  isOpen = false,
}: {
  entry: Entry;
  isOpen?: boolean;
}) {
  const { text, pictureUrl, likeCount, byCreator, publishedAt, isOurs } = entry;
  const name = isOurs ? 'You' : viewerName(entry.authorName);
  return (
    <ThreadItem
      avatar={
        isOurs ? <OwnAvatar /> : <Avatar name={name.replace(/^@/, '')} picture={null} />
      }
      isCurrent={isOpen}
    >
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted tabular-nums">
        <span dir="auto" className="max-w-full truncate text-sm font-semibold text-text">
          {name}
        </span>
        {byCreator && !isOurs && <Badge>Creator</Badge>}
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
            isOurs ? 'font-voice text-voice' : 'text-base',
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

export function ThreadItem(props: {
  avatar?: ReactNode;
  isCurrent?: boolean;
  children: ReactNode;
}) {
  const { avatar, isCurrent = false, children } = props;
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

/**
 * Shows the whole reply that a comment answers, so that the owner has read it before
 * deciding.
 */
export const AnsweredReply = ({ answers }: { answers: Answered }) => (
  <section
    aria-label={answerTo(answers)}
    className="max-w-measure border-l-2 border-line pl-3"
  >
    <p className="flex items-center gap-1.5 text-xs font-medium text-muted">
      <CornerDownRight className="size-3.5 shrink-0" />
      <span dir="auto" className="min-w-0 truncate">
        {answerTo(answers)}
      </span>
    </p>
    <blockquote
      dir="auto"
      className="text-left text-sm break-words whitespace-pre-wrap text-soft"
    >
      {answers.text ?? DELETED}
    </blockquote>
    {answers.pictureUrl && <PictureLink url={answers.pictureUrl} />}
  </section>
);

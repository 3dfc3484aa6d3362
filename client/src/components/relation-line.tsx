import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Relation } from '#shared/contracts/relations.ts';
import type { Video } from '#shared/contracts/videos.ts';
import { relativeDate } from '#shared/rules/format.ts';
import { useRelations } from '../api/relations.ts';
import { classNames, useNow } from '../lib/browser.ts';
import { counted, formatDate, formatNumber, formatter } from '../lib/formats.ts';
import { TextLink } from './ui/button.tsx';

const DAY_MS = 86_400_000;
/**
 * Below this number, the age of the last comment is shown in days
 * instead of weeks, because users plan their next comment by it.
 */
const TOLD_IN_DAYS = 30;

function agoText(iso: string, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(iso)) / DAY_MS);
  return days > 1 && days < TOLD_IN_DAYS ? `${days} days ago` : relativeDate(iso, now);
}

const formatMonth = formatter({ month: 'long' });
const formatMonthOfYear = formatter({ month: 'long', year: 'numeric' });

function monthText(iso: string, now: Date): string {
  const isThisYear = formatDate(iso).slice(-4) === formatDate(now.getTime()).slice(-4);
  return isThisYear ? formatMonth(iso) : formatMonthOfYear(iso);
}

/**
 * Returns, for example, "4 comments since May, 2 answered by the creator, last 12 days
 * ago".
 */
export function relationText(relation: Relation, now: Date): string {
  const { comments, repliedByCreator, since, last } = relation;
  const ago = agoText(last.postedAt, now);
  if (comments === 1)
    return `1 comment ${ago}${repliedByCreator > 0 ? ', answered by the creator' : ''}`;
  const parts = [`${counted(comments, 'comment')} since ${monthText(since, now)}`];
  if (repliedByCreator > 0)
    parts.push(`${formatNumber(repliedByCreator)} answered by the creator`);
  parts.push(`last ${ago}`);
  return parts.join(', ');
}

const historyOf = (channelTitle: string) =>
  `/history?${new URLSearchParams({ status: 'posted', channel: channelTitle })}`;

interface Shown {
  channelTitle: string;
  relation: Relation;
}

export const RelationWords = ({ channelTitle, relation }: Shown) => {
  const now = useNow(60_000);
  return (
    <>
      You and <bdi className="font-medium text-text">{channelTitle}</bdi>:{' '}
      {relationText(relation, now)}:{' '}
      <bdi className="font-voice">{relation.last.content}</bdi>
    </>
  );
};

export const RelationLink = ({ channelTitle, relation }: Shown) => (
  <TextLink href={historyOf(channelTitle)} className="text-sm">
    {relation.comments === 1 ? 'See it in History' : 'See them in History'}
  </TextLink>
);

interface RelationButtonProps {
  isOpen: boolean;
  onToggle: () => void;
  /** Whether the text may take more than one line. */
  isWrapped?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Opens the rest of a relation that does not fit on its line. */
export const RelationButton = ({
  isOpen,
  onToggle,
  isWrapped = false,
  className,
  children,
}: RelationButtonProps) => (
  <button
    type="button"
    aria-expanded={isOpen}
    onClick={onToggle}
    className={classNames(
      'relative flex max-w-full min-w-0 items-start gap-1 text-left text-sm text-soft hover:text-text',
      'after:absolute after:inset-x-0 after:-inset-y-0.5 pointer-coarse:after:-inset-y-2',
      className,
    )}
  >
    <span
      className={classNames(
        'min-w-0',
        isWrapped ? 'max-w-measure wrap-anywhere' : 'truncate',
      )}
    >
      {children}
    </span>
    <ChevronDown
      className={classNames(
        'mt-0.75 size-3.5 shrink-0 text-muted transition-transform',
        isOpen && 'rotate-180',
      )}
    />
  </button>
);

/**
 * Shows the relation with the channel of one video, or nothing if no comment was posted
 * there.
 */
export function RelationLine({
  video,
}: {
  video: Pick<Video, 'id' | 'channelId' | 'channelTitle'>;
}) {
  const relation = useRelations([video]).get(video.channelId);
  const [isOpen, setIsOpen] = useState(false);
  if (!relation) return null;
  const shown = { channelTitle: video.channelTitle, relation };
  return (
    // A grid lets the line be narrower than its text, even if no parent limits its width.
    <div className="grid grid-cols-1 justify-items-start">
      <RelationButton
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
        isWrapped={isOpen}
      >
        <RelationWords {...shown} />
      </RelationButton>
      {isOpen && <RelationLink {...shown} />}
    </div>
  );
}

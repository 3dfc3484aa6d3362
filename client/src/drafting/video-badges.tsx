import { ChevronDown } from 'lucide-react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { commentBadge } from '#shared/rules/format.ts';
import { Badge, type Tone } from '../components/ui/button.tsx';
import { classNames } from '../lib/browser.ts';
import { formatDate, formatExact } from '../lib/formats.ts';
import { formatPlanned } from '../lib/planned-times.ts';

export function CommentStatusBadge({
  video: { commentStatus: status, withdrawnAt },
}: {
  video: FoundVideo;
}) {
  const badge = (tone: Tone, at: string, text: string) => (
    <Badge dot={tone} title={formatExact(at)} className="whitespace-normal">
      {text}
    </Badge>
  );
  if (withdrawnAt) return badge('rejected', withdrawnAt, 'Withdrawn');
  const text = commentBadge(status, formatDate, (iso) => formatPlanned(iso, new Date()));
  if (!text || !status) return null;
  const { postedAt, scheduledFor, createdAt, isScheduled } = status;
  const tone = status.status !== 'posted' && isScheduled ? 'scheduled' : status.status;
  return badge(tone, postedAt ?? scheduledFor ?? createdAt, text);
}

const DEFAULT_SCORE = 85;

interface MatchBadgeProps {
  video: FoundVideo;
  insights?: { isOpen: boolean; onToggle: () => void };
}

export const matchText = (matchScore: number | null) =>
  `${matchScore ?? DEFAULT_SCORE}% Match`;

/**
 * YouTube’s terms require that our score can be told apart from YouTube’s metrics
 * wherever it is shown.
 */
export const MatchBadge = ({
  video: { matchScore, hasMatch },
  insights,
}: MatchBadgeProps) => (
  <div className="grid grid-cols-[auto_auto] items-center justify-start gap-x-2 text-sm tabular-nums max-sm:gap-x-1 max-sm:in-[li:has(input)]:ml-8 lg:flex">
    {hasMatch && (
      <>
        <span className="text-xs whitespace-nowrap text-muted max-lg:order-1 max-lg:col-span-2 lg:sr-only">
          <span className="max-sm:sr-only">Fit for you, </span>our estimate
        </span>
        <span className="font-semibold whitespace-nowrap">{matchText(matchScore)}</span>
      </>
    )}
    {insights && (
      <button
        type="button"
        aria-expanded={insights.isOpen}
        onClick={insights.onToggle}
        className="relative flex items-center gap-1 whitespace-nowrap text-muted after:absolute after:-inset-x-2 after:-inset-y-1.5 hover:text-text pointer-coarse:after:-inset-y-3 max-sm:after:-left-20"
      >
        {/* A phone only has room for the arrow, so pressing the score before it works, too. */}
        <span className={hasMatch ? 'max-sm:sr-only' : undefined}>Why this match</span>
        <ChevronDown
          className={classNames(
            'size-3.5 transition-transform',
            insights.isOpen && 'rotate-180',
          )}
        />
      </button>
    )}
  </div>
);

import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

export type Tone =
  | 'neutral'
  | 'accent'
  | 'pending'
  | 'approved'
  | 'scheduled'
  | 'posted'
  | 'rejected'
  | 'failed'
  | 'warning';

export const TONE_TEXT: Record<Tone, string> = {
  neutral: 'text-muted',
  accent: 'text-accent',
  pending: 'text-pending',
  approved: 'text-approved',
  scheduled: 'text-scheduled',
  posted: 'text-posted',
  rejected: 'text-rejected',
  failed: 'text-failed',
  warning: 'text-warning',
};

/** Needs a word beside it: colour alone says nothing. */
export function StateDot({ tone }: { tone: Tone }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-flex size-2 shrink-0 items-center forced-color-adjust-none',
        TONE_TEXT[tone],
      )}
    >
      <span className="size-2 rounded-full bg-current" />
    </span>
  );
}

interface BadgeProps {
  tone?: Tone;
  dot?: boolean;
  title?: string;
  children: ReactNode;
  className?: string;
}

export function Badge({ tone = 'neutral', dot = false, title, children, className }: BadgeProps) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex min-h-6 items-center gap-1.5 rounded-control border border-line px-2 py-0.5 text-xs font-medium tabular-nums',
        TONE_TEXT[tone],
        className,
      )}
    >
      {dot && <StateDot tone={tone} />}
      {children}
    </span>
  );
}

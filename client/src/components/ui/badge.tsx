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
  | 'failed';

export const TONE_TEXT: Record<Tone, string> = {
  neutral: 'text-muted',
  accent: 'text-accent',
  pending: 'text-pending',
  approved: 'text-approved',
  scheduled: 'text-scheduled',
  posted: 'text-posted',
  rejected: 'text-rejected',
  failed: 'text-failed',
};

/** Needs a word beside it: colour alone says nothing. */
export function StateDot({ tone, hollow = false }: { tone: Tone; hollow?: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-flex size-2 shrink-0 items-center forced-color-adjust-none',
        TONE_TEXT[tone],
      )}
    >
      <span
        className={classNames('size-2 rounded-full', hollow ? 'border-[1.5px] border-current' : 'bg-current')}
      />
    </span>
  );
}

interface BadgeProps {
  tone?: Tone;
  dot?: boolean | 'hollow';
  title?: string;
  children: ReactNode;
  className?: string;
}

/** A grey tag; with a dot, a state. */
export function Badge({ tone = 'neutral', dot = false, title, children, className }: BadgeProps) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex min-h-5 items-center gap-1.5 text-xs tabular-nums',
        dot ? 'font-medium' : 'rounded-tag bg-hover px-1.5',
        tone === 'neutral' ? 'text-soft' : TONE_TEXT[tone],
        className,
      )}
    >
      {dot && <StateDot tone={tone} hollow={dot === 'hollow'} />}
      {children}
    </span>
  );
}

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import { TONE_TEXT, type Tone } from './ui/badge.tsx';

interface BannerProps {
  icon: LucideIcon;
  tone?: Tone;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Stands right under a page's title row, in its gutters. */
  acrossPage?: boolean;
}

export function Banner({
  icon: Icon,
  tone = 'neutral',
  title,
  children,
  action,
  acrossPage = false,
}: BannerProps) {
  return (
    <div
      role="status"
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5',
        tone === 'pending' ? 'bg-pending-soft' : tone === 'failed' ? 'bg-failed-soft' : 'bg-sunken',
        acrossPage ? 'border-y px-(--gutter)' : 'rounded-panel border px-4',
      )}
    >
      <Icon aria-hidden className={classNames('size-4 shrink-0', TONE_TEXT[tone])} />
      <div className="flex min-w-0 flex-1 basis-64 flex-wrap items-baseline gap-x-2 py-1">
        <p className="font-medium">{title}</p>
        {children && <div className="text-sm text-soft">{children}</div>}
      </div>
      {action}
    </div>
  );
}

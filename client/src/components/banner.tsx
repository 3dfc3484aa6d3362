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
}

export function Banner({ icon: Icon, tone = 'neutral', title, children, action }: BannerProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-line bg-raised px-4 py-3"
    >
      <Icon aria-hidden className={classNames('size-5 shrink-0', TONE_TEXT[tone])} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{title}</p>
        {children && <div className="text-sm text-muted">{children}</div>}
      </div>
      {action}
    </div>
  );
}

import * as RadixProgress from '@radix-ui/react-progress';
import { classNames } from '../../lib/class-names.ts';

interface ProgressProps {
  /** 0 to 100. */
  value: number;
  label: string;
  barClassName?: string;
}

export function Progress({ value, label, barClassName = 'bg-ink' }: ProgressProps) {
  const shown = Math.min(100, Math.max(0, value));
  return (
    <RadixProgress.Root
      value={shown}
      aria-label={label}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <RadixProgress.Indicator
        className={classNames('h-full rounded-full transition-[width]', barClassName)}
        style={{ width: `${shown}%` }}
      />
    </RadixProgress.Root>
  );
}

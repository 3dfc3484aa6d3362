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
    <div
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown}
      aria-label={label}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className={classNames('h-full rounded-full transition-[width]', barClassName)}
        style={{ width: `${shown}%` }}
      />
    </div>
  );
}

import { classNames } from '../../lib/class-names.ts';

/** Takes the size of what is coming. Its container announces the loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-breathe rounded-control bg-line', className)} />;
}

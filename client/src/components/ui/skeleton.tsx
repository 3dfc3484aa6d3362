import { classNames } from '../../lib/class-names.ts';

/** Match the size of the coming content; the container announces the loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-breathe rounded-control bg-line', className)} />;
}

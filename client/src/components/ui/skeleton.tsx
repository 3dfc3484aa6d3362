import { classNames } from '../../lib/class-names.ts';

/** A breathing stand-in with the size of what is coming. The container says that it loads. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-breathe rounded-control bg-line', className)} />;
}

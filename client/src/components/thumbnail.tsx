import { VideoOff } from 'lucide-react';
import { classNames } from '../lib/browser.ts';
import { Picture } from './pictures.tsx';

export function Thumbnail({
  src,
  className,
}: {
  src: string | null | undefined;
  className?: string;
}) {
  const box = classNames(
    'aspect-video shrink-0 overflow-hidden rounded-control bg-sunken',
    className,
  );
  return (
    <Picture src={src} loading="lazy" decoding="async" className={`${box} object-cover`}>
      <div
        className={`${box} flex items-center justify-center text-muted`}
        data-testid="no-thumbnail"
      >
        <VideoOff className="size-5" />
      </div>
    </Picture>
  );
}

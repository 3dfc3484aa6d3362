import { VideoOff } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../lib/class-names.ts';

interface ThumbnailProps {
  src: string | null | undefined;
  className?: string;
}

export function Thumbnail({ src, className }: ThumbnailProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const box = classNames('aspect-video shrink-0 overflow-hidden rounded-control bg-sunken', className);
  if (!src || failed === src) {
    return (
      <div
        className={classNames(box, 'flex items-center justify-center text-muted')}
        data-testid="no-thumbnail"
      >
        <VideoOff aria-hidden className="size-5" />
      </div>
    );
  }
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
      className={classNames(box, 'object-cover')}
    />
  );
}

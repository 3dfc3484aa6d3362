import { VideoOff } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../lib/browser.ts';

export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toUpperCase();
}

interface AvatarProps {
  name: string;
  picture: string | null;
  /** Except on a phone. */
  small?: boolean;
}

export function Avatar({ name, picture, small = false }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const box = classNames(
    'shrink-0 overflow-hidden rounded-full bg-hover',
    small ? 'size-8 sm:size-6' : 'size-8',
  );
  if (!picture || failed === picture) {
    return (
      <span
        aria-hidden
        className={classNames(
          box,
          'inline-flex items-center justify-center text-xs font-semibold text-soft',
          small && 'sm:tracking-tighter',
        )}
      >
        {initials(name)}
      </span>
    );
  }
  return (
    <img
      src={picture}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setFailed(picture)}
      className={`${box} object-cover`}
    />
  );
}

export function Thumbnail({ src, className }: { src: string | null | undefined; className?: string }) {
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

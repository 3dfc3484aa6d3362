import { type ComponentProps, useState } from 'react';
import { classNames } from '../lib/browser.ts';

export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word = '') => [...word][0])
    .join('')
    .toUpperCase();
}

/** Shows an image, or the children if there is none or it fails to load. */
export function Picture({
  src,
  children,
  ...props
}: { src: string | null | undefined } & Omit<ComponentProps<'img'>, 'src'>) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!src || failed === src) return children;
  return (
    <img
      {...props}
      src={src}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
    />
  );
}

/** `small` applies to windows wider than a phone. */
export function Avatar({
  name,
  picture,
  small,
}: {
  name: string;
  picture: string | null;
  small?: boolean;
}) {
  const box = `shrink-0 overflow-hidden rounded-full bg-hover ${small ? 'size-8 sm:size-6' : 'size-8'}`;
  return (
    <Picture src={picture} className={`${box} object-cover`}>
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
    </Picture>
  );
}

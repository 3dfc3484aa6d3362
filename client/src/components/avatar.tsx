import { useState } from 'react';

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
}

export function Avatar({ name, picture }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const box = 'size-9 shrink-0 overflow-hidden rounded-full bg-sunken';
  if (!picture || failed === picture) {
    return (
      <span
        aria-hidden
        className={`${box} inline-flex items-center justify-center border border-line text-sm font-semibold`}
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

import { Link } from 'wouter';
import { formatNumber } from '../../lib/formats.ts';
import type { OpenWork } from './use-open-work.ts';

/** Nothing where there is no open work. */
export function OpenWorkLine({ replies, hidden, failed }: OpenWork) {
  const work = [
    { count: replies, words: replies === 1 ? 'new reply' : 'new replies', href: '/history?tab=replies' },
    {
      count: hidden,
      words: hidden === 1 ? 'hidden comment' : 'hidden comments',
      href: '/history?visibility=only_you',
    },
    { count: failed, words: 'failed', href: '/queue?filter=failed' },
  ].filter(({ count }) => count > 0);
  if (work.length === 0) return null;
  return (
    <ul aria-label="Open work" className="flex list-none flex-wrap md:text-xs">
      {work.map(({ count, words, href }) => (
        <li key={href} className="not-first:before:mx-1.5 not-first:before:content-['·']">
          <Link
            href={href}
            className="underline-offset-2 hover:text-text hover:underline max-md:inline-block max-md:py-2.5"
          >
            {formatNumber(count)} {words}
          </Link>
        </li>
      ))}
    </ul>
  );
}

import { contentWords } from '../../../text/content-words.rules.ts';
import type { Measured } from './measured.rules.ts';
import { saysNothing } from './video-words.rules.ts';
import { sharedWords } from './word-families.rules.ts';

export interface AboutVideo {
  title: string;
  description: string | null;
  tags: readonly string[];
}

/** What so many words in common with the video are worth; one is enough to be about it. */
const worth = [0, 0.55, 0.75, 0.9, 1] as const;

/** The telling words of a comment that the video's own words name. */
export function takenUp(text: string, { title, description, tags }: AboutVideo): string[] {
  const about = contentWords([title, description ?? '', ...tags].join(' '));
  const own = [...contentWords(text)].filter((word) => !saysNothing.has(word));
  return sharedWords(own, about);
}

/** Whether a comment speaks of something that the video’s own words name. */
export function topicMeasure(text: string, video: AboutVideo): Measured {
  const named = takenUp(text, video).slice(0, worth.length - 1);
  return {
    share: worth[named.length] ?? 1,
    detail:
      named.length > 0
        ? `Takes up: ${named.join(', ')}.`
        : 'Shares no telling word with title, topics or description.',
  };
}

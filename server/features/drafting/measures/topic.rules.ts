import { tellingWords } from '../telling-words.rules.ts';
import type { Measured } from './measured.rules.ts';
import { saysNothing } from './video-words.rules.ts';
import { sharedWords } from './word-families.rules.ts';

interface AboutVideo {
  title: string;
  description: string | null;
  tags: readonly string[];
}

/** What so many words in common with the video are worth; one is enough to be about it. */
const worth = [0, 0.55, 0.75, 0.9, 1] as const;

/** Whether a comment speaks of something that the video’s own words name. */
export function topicMeasure(text: string, { title, description, tags }: AboutVideo): Measured {
  const about = tellingWords([title, description ?? '', ...tags].join(' '));
  const own = [...tellingWords(text)].filter((word) => !saysNothing.has(word));
  const shared = sharedWords(own, about);
  const named = shared.slice(0, worth.length - 1);
  return {
    share: worth[named.length] ?? 1,
    detail:
      named.length > 0
        ? `Takes up: ${named.join(', ')}.`
        : 'Shares no telling word with title, topics or description.',
  };
}

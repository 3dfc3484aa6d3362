import { contentWords } from '../../../text/content-words.rules.ts';
import type { Measured } from './measured.rules.ts';
import { topicWords } from './topic-words.rules.ts';
import { sharedWords } from './word-families.rules.ts';

export interface AboutVideo {
  title: string;
  description: string | null;
  tags: readonly string[];
}

const scores = [0, 0.55, 0.75, 0.9, 1] as const;

export function sharedWithVideo(text: string, { title, description, tags }: AboutVideo): string[] {
  return sharedWords(topicWords(text), contentWords([title, description ?? '', ...tags].join(' ')));
}

export function topicMeasure(text: string, video: AboutVideo): Measured {
  const named = sharedWithVideo(text, video).slice(0, scores.length - 1);
  return {
    score: scores[named.length] ?? 1,
    detail:
      named.length > 0
        ? `Takes up: ${named.join(', ')}.`
        : 'Shares no topic word with the title, topics or description.',
  };
}

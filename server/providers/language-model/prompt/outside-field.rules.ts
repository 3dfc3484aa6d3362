import { contentWords } from '../../../text/content-words.rules.ts';
import { wordsOf } from '../../../text/words.rules.ts';
import type { DraftRequest } from '../language-model.ts';

/** Longer words are compared by their beginnings: "databases" is about "database". */
const comparedLetters = 5;
const family = (word: string) => word.slice(0, comparedLetters);

/** Whether no area of expertise shares a word with what is known about the video; false where none is named. */
export function isOutsideField({
  profile,
  video,
  material,
}: Pick<DraftRequest, 'profile' | 'video' | 'material'>) {
  const areas = (profile?.expertiseAreas ?? []).flatMap(tellingWords);
  if (areas.length === 0) return false;
  const given = [
    video.title,
    video.description ?? '',
    ...video.topics,
    ...material.chapters.map(({ title }) => title),
    material.transcript ?? '',
    material.notes ?? '',
    material.point ?? '',
  ].join('\n');
  const known = new Set(wordsOf(given).map(family));
  return !areas.some((word) => known.has(family(word)));
}

/** An area such as "CI" or "Go" has no long word. */
function tellingWords(area: string): string[] {
  const long = [...contentWords(area)];
  return long.length > 0 ? long : wordsOf(area);
}

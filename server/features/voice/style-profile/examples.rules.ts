import { mostExamples } from '#shared/contracts/draft-record.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import { findLink } from '../../../text/links.rules.ts';
import { contentWords, repeatsOne } from '../../../text/words.rules.ts';

export interface OwnText {
  kind: 'marked' | 'own' | 'approved';
  id: number;
  content: string;
  style: CommentStyle | null;
  at: Date;
}

interface Wanted {
  style: CommentStyle;
  video: { title: string; description: string | null; tags: readonly string[] };
  except: readonly string[];
}

const length = { least: 40, most: 1200 };
const mostSharedWords = 4;

/**
 * Returns at most six texts: the marked ones as they are, then others by style and topic, then newest; of these no
 * links and no near-duplicates.
 */
export function chooseExamples(
  marked: readonly OwnText[],
  texts: readonly OwnText[],
  { style, video, except }: Wanted,
): OwnText[] {
  const about = contentWords([video.title, video.description ?? '', ...video.tags].join(' '));
  const ranked = texts
    .filter(
      ({ content }) =>
        content.length >= length.least &&
        content.length <= length.most &&
        !except.includes(content) &&
        findLink(content) === null,
    )
    .map((text) => ({ text, fit: topic(text.content, about) + manner(text.style, style) }))
    .sort((a, b) => b.fit - a.fit || b.text.at.getTime() - a.text.at.getTime() || b.text.id - a.text.id);
  const chosen = marked.filter(({ content }) => !except.includes(content));
  for (const { text } of ranked) {
    if (chosen.length === mostExamples) break;
    const others = chosen.map(({ content }) => content);
    if (!repeatsOne(text.content, others)) chosen.push(text);
  }
  return chosen;
}

/** In two steps: one more shared word must not outweigh a year. */
function topic(content: string, about: ReadonlySet<string>): number {
  const shared = [...contentWords(content)].filter((word) => about.has(word)).length;
  return Math.floor((Math.min(shared, mostSharedWords) / mostSharedWords) * 2) / 2;
}

function manner(style: CommentStyle | null, wanted: CommentStyle): number {
  if (style === wanted) return 1;
  return style === null ? 0.5 : 0;
}

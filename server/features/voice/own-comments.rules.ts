import { commentHardLimit } from '#shared/contracts/comments.ts';
import { mostExamples } from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import type { ownComments } from '#shared/schema.ts';
import { invalid } from '../../core/errors.ts';
import { findLink } from '../../text/links.rules.ts';
import { repeatsOne } from '../../text/model-text.rules.ts';
import { contentWords, relevance, termsOf, wordsOf } from '../../text/words.rules.ts';

/** A comment of the owner that is shown to a model. */
export interface OwnComment {
  text: string;
  at: Date;
  videoTitle: string | null;
}

export type ReadComment = Pick<
  typeof ownComments.$inferSelect,
  'content' | 'youtubeCommentId' | 'youtubeVideoId' | 'writtenAt'
>;

/** Removes what PostgreSQL rejects: NUL characters and lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed().replace(/\r\n?/g, '\n').trim();
}

const noSource = { youtubeCommentId: null, youtubeVideoId: null, writtenAt: null };

/**
 * Splits the text at blank lines. Throws 400 if a part is longer than a comment can be.
 */
export function pastedComments(text: string): { comment: ReadComment }[] {
  const blocks = storable(text).split(/\n[^\S\n]*\n+/);
  if (blocks.some(({ length }) => length > commentHardLimit))
    throw invalid(
      `A comment has at most ${commentHardLimit.toLocaleString('en-US')} characters. Put an empty line after each one.`,
    );
  return blocks
    .map((block) => block.trim())
    .flatMap((content) => (content === '' ? [] : { comment: { content, ...noSource } }));
}

/** The share of a text's words that must differ from the draft's. */
const changedShare = 1 / 3;

/**
 * Returns true if the owner changed a draft so much that the text counts as their own
 * (rule 8.16).
 */
export function isRewritten(draft: string, text: string): boolean {
  const left = new Map<string, number>();
  for (const word of wordsOf(draft)) left.set(word, (left.get(word) ?? 0) + 1);
  const words = wordsOf(text);
  const changed = words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
  return words.length > 0 && changed.length >= words.length * changedShare;
}

const most = 6;
/** Words in a larger share of the comments say nothing about the subject. */
const rareShare = 0.1;
const leastRare = 3;
const fewestShared = 2;

/**
 * Returns the owner's comments on the same subject, which are those that share rare words
 * with it. The best match comes first.
 */
export function chooseWrittenBefore(
  comments: readonly OwnComment[],
  subject: string,
): OwnComment[] {
  const about = new Map(
    termsOf([...contentWords(subject)].join(' ')).map((term) => [term, 1]),
  );
  const texts = comments.map(({ text }) => text);
  const found = relevance(texts, about, Math.max(leastRare, comments.length * rareShare));
  return comments
    .map((comment, index) => ({ shared: 0, score: 0, ...found[index], comment }))
    .filter(({ shared }) => shared >= fewestShared)
    .sort((a, b) => b.score - a.score || b.comment.at.getTime() - a.comment.at.getTime())
    .slice(0, most)
    .map(({ comment }) => comment);
}

export interface OwnText {
  kind: 'marked' | 'own' | 'approved';
  id: number;
  content: string;
  style: CommentStyle | null;
  at: Date;
}

interface ExampleChoice {
  style: CommentStyle;
  video: { title: string; description: string | null; tags: readonly string[] };
  except: readonly string[];
}

const length = { least: 40, most: 1200 };
const mostSharedWords = 4;

/**
 * Returns the marked texts, then others by style, topic and age, up to `mostExamples`.
 * The others contain no links and no near-duplicates.
 */
export function chooseExamples(
  marked: readonly OwnText[],
  texts: readonly OwnText[],
  { style, video, except }: ExampleChoice,
): OwnText[] {
  const about = contentWords(
    [video.title, video.description ?? '', ...video.tags].join(' '),
  );
  const ranked = texts
    .filter(
      ({ content }) =>
        content.length >= length.least &&
        content.length <= length.most &&
        !except.includes(content) &&
        findLink(content) === null,
    )
    .map((text) => ({
      text,
      fit: topic(text.content, about) + manner(text.style, style),
    }))
    .sort(
      (a, b) =>
        b.fit - a.fit ||
        b.text.at.getTime() - a.text.at.getTime() ||
        b.text.id - a.text.id,
    );
  const chosen = marked.filter(({ content }) => !except.includes(content));
  for (const { text } of ranked) {
    if (chosen.length === mostExamples) break;
    const others = chosen.map(({ content }) => content);
    if (!repeatsOne(text.content, others)) chosen.push(text);
  }
  return chosen;
}

/**
 * Rounds the score to 0, 0.5 or 1, so that one more shared word does not outweigh a year.
 */
function topic(content: string, about: ReadonlySet<string>): number {
  const shared = [...contentWords(content)].filter((word) => about.has(word)).length;
  return Math.floor((Math.min(shared, mostSharedWords) / mostSharedWords) * 2) / 2;
}

function manner(style: CommentStyle | null, wanted: CommentStyle): number {
  if (style === wanted) return 1;
  return style === null ? 0.5 : 0;
}

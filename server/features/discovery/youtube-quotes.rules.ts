import type { CommentAnalysis } from '#shared/contracts/comment-analysis.ts';
import type { DraftWhy } from '#shared/contracts/draft-record.ts';
import type { SentenceSource, SourceKind } from '#shared/contracts/grounding.ts';

const kinds: ReadonlySet<SourceKind> = new Set(['description', 'chapter', 'comment']);
/** Of the prompt. A transcript was pasted by the person, so it stays; their own comments name titles of videos. */
const parts: ReadonlySet<string> = new Set([
  'Video',
  'Thread',
  'Chapters',
  'Top comments',
  'What you wrote before',
]);

const removedText = 'Removed after 30 days (YouTube’s terms).';

/** Keeps each source's kind and place. Analyses of older versions have no sentences, and none a reading. */
export function withoutYouTubeQuotes<T extends Partial<CommentAnalysis>>(analysed: T): T {
  const { sentences, alreadySaid, reading } = analysed;
  return {
    ...analysed,
    ...(alreadySaid && { alreadySaid: null }),
    ...(sentences && {
      sentences: sentences.map((sentence) => ({ ...sentence, source: ofOurs(sentence.source) })),
    }),
    ...(reading && {
      reading: {
        ...reading,
        wrong: reading.wrong.map((each) => ({ ...each, passage: ofOurs(each.passage) })),
      },
    }),
  };
}

function ofOurs(source: SentenceSource | null): SentenceSource | null {
  if (source?.comment) return { ...source, comment: { ...source.comment, videoTitle: null } };
  return source && kinds.has(source.kind) ? { ...source, quote: null } : source;
}

export function withoutYouTubeParts(why: DraftWhy): DraftWhy {
  return {
    ...why,
    parts: why.parts.map((part) => (parts.has(part.name) ? { ...part, text: removedText } : part)),
  };
}

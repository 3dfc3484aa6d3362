import type { DraftWhy } from '#shared/contracts/draft-record.ts';
import type { Grounding, SourceKind } from '#shared/contracts/grounding.ts';

const kinds: ReadonlySet<SourceKind> = new Set(['description', 'chapter', 'comment']);
/** Of the prompt. A transcript was pasted by the person, so it stays. */
const parts: ReadonlySet<string> = new Set(['Video', 'Thread', 'Chapters', 'Top comments']);

const removedText = 'Removed after 30 days (YouTube’s terms).';

/** Keeps each source's kind and place. Analyses of older versions have no sentences. */
export function withoutYouTubeQuotes<T extends Partial<Grounding>>(analysed: T): T {
  const { sentences, alreadySaid } = analysed;
  return {
    ...analysed,
    ...(alreadySaid && { alreadySaid: null }),
    ...(sentences && {
      sentences: sentences.map((sentence) => {
        const { source } = sentence;
        return source && kinds.has(source.kind)
          ? { ...sentence, source: { ...source, quote: null } }
          : sentence;
      }),
    }),
  };
}

export function withoutYouTubeParts(why: DraftWhy): DraftWhy {
  return {
    ...why,
    parts: why.parts.map((part) => (parts.has(part.name) ? { ...part, text: removedText } : part)),
  };
}

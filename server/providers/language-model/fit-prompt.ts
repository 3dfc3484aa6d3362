import { tokensOf } from '../../text/model-text.rules.ts';
import type { DraftRequest, ReadRequest } from './language-model.ts';
import type { PromptInParts } from './writer-prompt.ts';

type Fittable = Pick<DraftRequest, 'video' | 'thread' | 'material'> &
  Partial<Pick<DraftRequest, 'examples'> & Pick<ReadRequest, 'ownTexts'>>;

/** Returns the request with a piece less; null where nothing of this part is left. */
type Shorten = (request: Fittable) => Partial<Fittable> | null;

const withoutLast = <T>(items: readonly T[]): readonly T[] | null =>
  items.length > 0 ? items.slice(0, -1) : null;

const shortestDescription = 200;
const shortestNotes = 400;
const more = ' […]';
const lessOf = (text: string, shortest: number) =>
  text.length <= shortest + more.length
    ? null
    : `${text.slice(0, Math.max(shortest, Math.floor(text.length * 0.6))).toWellFormed()}${more}`;

const threadLines: Shorten = ({ thread }) =>
  thread && thread.earlier.length > 0 ? { thread: { ...thread, earlier: thread.earlier.slice(1) } } : null;
const ownComments: Shorten = ({ material }) => {
  const fewer = withoutLast(material.ownComments);
  return fewer && { material: { ...material, ownComments: fewer } };
};
const topComments: Shorten = ({ material }) => {
  const fewer = withoutLast(material.comments);
  return fewer && { material: { ...material, comments: fewer } };
};
const description: Shorten = ({ video, material }) => {
  const less = lessOf(video.description ?? '', shortestDescription);
  if (less !== null) return { video: { ...video, description: less } };
  if (material.chapters.length > 0) return { material: { ...material, chapters: [] } };
  return video.description ? { video: { ...video, description: null } } : null;
};
const examples: Shorten = (request) => {
  const fewer = withoutLast(request.examples ?? request.ownTexts ?? []);
  return fewer && (request.examples ? { examples: fewer } : { ownTexts: fewer });
};
const notes: Shorten = ({ material }) => {
  const less = lessOf(material.notes ?? '', shortestNotes);
  return less === null ? null : { material: { ...material, notes: less } };
};

/** The one order in which a prompt is shortened; the transcript stands between the two (rule 8.18). */
const beforeTranscript = [threadLines, ownComments, topComments, description];
const afterTranscript = [examples, notes];

/** Of the room, what the parts before a transcript must leave to it. */
const transcriptShare = 0.5;
const labelTokens = 30;

export interface FittedPrompt {
  prompt: PromptInParts;
  /** Tokens that a transcript had room for; null without one. */
  transcriptTokens: number | null;
  /** Tokens of the whole, as estimated. */
  tokens: number;
}

/** Shortens a request until its prompt fits. What the person says of themselves and wants to say stays whole, so it may still be too long. */
export function fitPrompt<R extends Fittable>(
  request: R,
  write: (request: R) => PromptInParts,
  room: number,
): FittedPrompt {
  const { transcript } = request.material;
  const sizeOf = (each: R) => promptTokens(write(each));
  const shortened = (each: R, order: readonly Shorten[], most: number): R => {
    let kept = each;
    for (const shorten of order) {
      for (;;) {
        if (sizeOf(kept) <= most) return kept;
        const less = shorten(kept);
        if (!less) break;
        kept = { ...kept, ...less };
      }
    }
    return kept;
  };

  const bare = { ...request, material: { ...request.material, transcript: null } };
  const whole = transcript ? tokensOf(transcript(Number.POSITIVE_INFINITY)) + labelTokens : 0;
  const others = shortened(bare, beforeTranscript, room - Math.min(whole, room * transcriptShare));
  const left = room - sizeOf(others) - labelTokens;
  if (left < 0 || !transcript) {
    const kept = shortened(others, afterTranscript, room);
    return { prompt: write(kept), transcriptTokens: transcript && 0, tokens: sizeOf(kept) };
  }
  const text = transcript(left);
  const prompt = write({ ...others, material: { ...others.material, transcript: () => text } });
  return { prompt, transcriptTokens: left, tokens: promptTokens(prompt) };
}

export const promptTokens = ({ system, user }: Pick<PromptInParts, 'system' | 'user'>): number =>
  tokensOf(system) + tokensOf(user);

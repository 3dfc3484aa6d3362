import { promptTokens, tokensOf } from '../../../text/model-text.rules.ts';
import type { DraftRequest, PromptInParts, ReadRequest } from './requests.ts';

type Fittable = Pick<DraftRequest, 'video' | 'thread' | 'material'> &
  Partial<Pick<DraftRequest, 'examples' | 'recent'> & Pick<ReadRequest, 'ownTexts'>>;

/**
 * Removes one piece of the request and returns the changed part. Returns null if nothing
 * can be removed.
 */
type Shorten = (request: Fittable) => Partial<Fittable> | null;

const withoutLast = <T>(items: readonly T[]): readonly T[] | null =>
  items.length > 0 ? items.slice(0, -1) : null;

const usedBefore: Shorten = ({ recent = [] }) =>
  recent.length > 0 ? { recent: [] } : null;

const shortestDescription = 200;
const shortestNotes = 400;
const more = ' […]';
const lessOf = (text: string, shortest: number) =>
  text.length <= shortest + more.length
    ? null
    : `${text.slice(0, Math.max(shortest, Math.floor(text.length * 0.6))).toWellFormed()}${more}`;

const threadLines: Shorten = ({ thread }) =>
  thread && thread.earlier.length > 0
    ? { thread: { ...thread, earlier: thread.earlier.slice(1) } }
    : null;
const fewer =
  (part: 'ownComments' | 'comments'): Shorten =>
  ({ material }) => {
    const left = withoutLast<unknown>(material[part]);
    return left && { material: { ...material, [part]: left } };
  };
const description: Shorten = ({ video, material }) => {
  const less = lessOf(video.description ?? '', shortestDescription);
  if (less !== null) return { video: { ...video, description: less } };
  if (material.chapters.length > 0) return { material: { ...material, chapters: [] } };
  return video.description ? { video: { ...video, description: null } } : null;
};
const examples: Shorten = (request) => {
  const left = withoutLast(request.examples ?? request.ownTexts ?? []);
  return left && (request.examples ? { examples: left } : { ownTexts: left });
};
const notes: Shorten = ({ material }) => {
  const less = lessOf(material.notes ?? '', shortestNotes);
  return less === null ? null : { material: { ...material, notes: less } };
};

/**
 * The order in which a prompt is shortened; the transcript is shortened between these two
 * lists (rule 8.18).
 */
const beforeTranscript = [
  usedBefore,
  threadLines,
  fewer('ownComments'),
  fewer('comments'),
  description,
];
const afterTranscript = [examples, notes];

/**
 * The share of the available tokens that the parts in `beforeTranscript` must leave to
 * the transcript.
 */
const transcriptShare = 0.5;
const labelTokens = 30;

export interface FittedPrompt extends PromptInParts {
  /** Tokens that were available for the transcript; null without a transcript. */
  transcriptTokens: number | null;
}

/**
 * Shortens a request until its prompt fits into `room` tokens. The voice profile, the
 * rules and the point are never shortened, so the prompt may still be too long.
 */
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
  const whole = transcript
    ? tokensOf(transcript(Number.POSITIVE_INFINITY)) + labelTokens
    : 0;
  const others = shortened(
    bare,
    beforeTranscript,
    room - Math.min(whole, room * transcriptShare),
  );
  const left = room - sizeOf(others) - labelTokens;
  if (left < 0 || !transcript) {
    const kept = shortened(others, afterTranscript, room);
    return { ...write(kept), transcriptTokens: transcript && 0 };
  }
  const text = transcript(left);
  const prompt = write({
    ...others,
    material: { ...others.material, transcript: () => text },
  });
  return { ...prompt, transcriptTokens: left };
}

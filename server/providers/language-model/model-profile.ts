import type { SeenOfModel } from '#shared/contracts/settings.ts';
import type { Clock } from '../../core/clock.ts';
import { holdsThoughts } from '../../text/model-answer.rules.ts';
import { tokensOf } from '../../text/model-text.rules.ts';
import type { Completion } from './answer-reader.ts';
import type { DraftRequest, ModelConnection, ModelProfile, Prompt, ReadRequest } from './language-model.ts';
import type { PromptInParts } from './prompts.ts';
import { type FoundServer, findServer } from './servers.ts';

export interface KnownModel extends ModelProfile {
  found: FoundServer;
  /** What a request contains so that the model thinks little or not at all. */
  thinking: Pick<FoundServer['thinking'], 'members' | 'system'>;
  /** Tokens reserved for thoughts, in addition to the limit of the answer. */
  reserve: number;
  /** False if the model's template rejects system messages. The user message then holds the instructions. */
  takesSystemRole: boolean;
}

/** Tokens to assume if the window is not known. */
const unknownWindow = 8192;
export const thoughtTokens = 4000;
const mayThinkFreely = { members: {}, system: '' };
/** How long a server's answer about its model is cached. The owner may reload the model at any time. */
const believedMs = 60_000;

export interface ProfileDeps {
  connection: ModelConnection;
  clock: Clock;
  find?: (connection: ModelConnection) => Promise<FoundServer>;
  /** Stores what answers and errors showed about the model. */
  learn?: (seen: SeenOfModel) => void;
}

/**
 * Combines what is known of one model from the owner's settings, its server, and its earlier answers and
 * errors.
 */
export function createModelProfile({ connection, clock, find = findServer, learn = () => {} }: ProfileDeps) {
  const { model, byHand } = connection;
  let seen = connection.seen;
  let asked: { at: number; found: Promise<FoundServer> } | null = null;

  function server(): Promise<FoundServer> {
    const now = clock.now().getTime();
    if (!asked || now - asked.at >= believedMs) asked = { at: now, found: find(connection) };
    return asked.found;
  }

  function keep(change: Partial<SeenOfModel>): void {
    seen = { ...seen, ...change };
    learn(seen);
  }

  /**
   * Returns the window that the owner set or the server reports. Both take precedence over anything learned.
   */
  function toldWindow({ ollamaRoot, window, possibleWindow }: FoundServer): number | null {
    const { contextWindow, largestWindow } = byHand;
    if (ollamaRoot === null) return contextWindow ?? window;
    // A request to Ollama can set any window, so only memory limits it.
    return Math.min(contextWindow ?? largestWindow, possibleWindow ?? largestWindow);
  }

  /** With `mayThink`, requests do not tell the model not to think. */
  async function current(mayThink = false): Promise<KnownModel> {
    const found = await server();
    const isFree = mayThink || seen.needsThinking;
    const window = toldWindow(found) ?? seen.namedWindow ?? found.familyWindow;
    const thinks = byHand.thinksFirst ?? (seen.hasThought || found.thinks);
    const thinkingIsOff = found.thinking.isOff && !isFree && !seen.hasThought;
    return {
      found,
      server: found.name,
      model,
      window: window ?? unknownWindow,
      isWindowKnown: window !== null,
      loadedWindow: found.window,
      possibleWindow: found.possibleWindow,
      thinks,
      thinkingIsOff,
      isLocal: found.isLocal,
      remedy: found.remedy,
      thinking: isFree && found.thinking.isOff ? mayThinkFreely : found.thinking,
      reserve: thinks && !thinkingIsOff ? thoughtTokens : 0,
      takesSystemRole: !seen.withoutSystemRole,
    };
  }

  return {
    current,

    /** Asks the server again, because the model may have been reloaded. */
    askAgain(): Promise<KnownModel> {
      asked = null;
      return current();
    },

    /**
     * Stores the window that the server named when it refused a prompt, unless the owner or the server
     * already gave one.
     */
    async namedWindow(tokens: number): Promise<void> {
      if (toldWindow(await server()) === null) keep({ namedWindow: tokens });
    },

    /** Stores a requirement that errors or answers revealed. */
    needs(what: 'withoutSystemRole' | 'needsThinking'): void {
      if (!seen[what]) keep({ [what]: true });
    },

    saw({ hasThought, text }: Pick<Completion, 'hasThought' | 'text'>): void {
      if (!seen.hasThought && (hasThought || holdsThoughts(text))) keep({ hasThought: true });
    },
  };
}

export type KnownModelProfile = ReturnType<typeof createModelProfile>;

type Fittable = Pick<DraftRequest, 'video' | 'thread' | 'material'> &
  Partial<Pick<DraftRequest, 'examples' | 'recent'> & Pick<ReadRequest, 'ownTexts'>>;

/** Removes one piece of the request and returns the changed part. Returns null if nothing can be removed. */
type Shorten = (request: Fittable) => Partial<Fittable> | null;

const withoutLast = <T>(items: readonly T[]): readonly T[] | null =>
  items.length > 0 ? items.slice(0, -1) : null;

const usedBefore: Shorten = ({ recent = [] }) => (recent.length > 0 ? { recent: [] } : null);

const shortestDescription = 200;
const shortestNotes = 400;
const more = ' […]';
const lessOf = (text: string, shortest: number) =>
  text.length <= shortest + more.length
    ? null
    : `${text.slice(0, Math.max(shortest, Math.floor(text.length * 0.6))).toWellFormed()}${more}`;

const threadLines: Shorten = ({ thread }) =>
  thread && thread.earlier.length > 0 ? { thread: { ...thread, earlier: thread.earlier.slice(1) } } : null;
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
 * The order in which a prompt is shortened; the transcript is shortened between these two lists (rule 8.18).
 */
const beforeTranscript = [usedBefore, threadLines, fewer('ownComments'), fewer('comments'), description];
const afterTranscript = [examples, notes];

/** The share of the available tokens that the parts in `beforeTranscript` must leave to the transcript. */
const transcriptShare = 0.5;
const labelTokens = 30;

export interface FittedPrompt {
  prompt: PromptInParts;
  /** Tokens that were available for the transcript; null without a transcript. */
  transcriptTokens: number | null;
  /** Estimated tokens of the whole prompt. */
  tokens: number;
}

/**
 * Shortens a request until its prompt fits into `room` tokens. The voice profile, the rules and the point are
 * never shortened, so the prompt may still be too long.
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

export const wholePrompt = (prompt: Prompt): FittedPrompt => ({
  prompt: { ...prompt, parts: [] },
  transcriptTokens: null,
  tokens: promptTokens(prompt),
});

/**
 * Size of an answer in tokens: the most it may have, and the fewest that even a small window must leave for
 * it.
 */
export interface AnswerTokens {
  most: number;
  fewest: number;
}

const answerShare = 0.25;

/** Returns the token limit of an answer, which is a quarter of a small window. */
export function limitOf({ window }: KnownModel, { fewest, most }: AnswerTokens): number {
  return Math.min(most, Math.max(fewest, Math.floor(window * answerShare)));
}

/** The share of the window that stays free, since our token estimates may be too low. */
const margin = 0.1;

/** Returns the estimated tokens that a prompt may have. */
export const estimatedRoom = (window: number, limit: number): number =>
  Math.max(0, (window - limit) * (1 - margin));

/** Returns the window that a prompt and an answer of these sizes need. */
export const windowFor = (promptTokens: number, limit: number): number =>
  Math.ceil(promptTokens / (1 - margin)) + limit;

export const roomFor = (known: KnownModel, tokens: AnswerTokens): number =>
  estimatedRoom(known.window, limitOf(known, tokens) + known.reserve);

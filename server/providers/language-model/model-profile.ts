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
  /** What a request says so that the model does not think, or little. */
  thinking: Pick<FoundServer['thinking'], 'members' | 'system'>;
  /** Tokens that thoughts may take besides the answer's limit. */
  reserve: number;
  /** False where its template refuses system messages: the user message then holds the instructions. */
  takesSystemRole: boolean;
}

/** Tokens, where neither the owner nor the server tells a window. */
const unknownWindow = 8192;
export const thoughtTokens = 4000;
const mayThinkFreely = { members: {}, system: '' };
/** The owner may load the model anew at any time. */
const believedMs = 60_000;

export interface ProfileDeps {
  connection: ModelConnection;
  clock: Clock;
  find?: (connection: ModelConnection) => Promise<FoundServer>;
  /** Keeps what was seen. */
  learn?: (seen: SeenOfModel) => void;
}

/** What is known of one model: given by hand, asked of its server, or seen in its answers. */
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

  /** The window by hand or by the server's own word, which both win over anything that was seen. */
  function toldWindow({ ollamaRoot, window, possibleWindow }: FoundServer): number | null {
    const { contextWindow, largestWindow } = byHand;
    if (ollamaRoot === null) return contextWindow ?? window;
    // Where the window can be asked for, memory is the limit.
    return Math.min(contextWindow ?? largestWindow, possibleWindow ?? largestWindow);
  }

  /** With `mayThink` the model is not told not to. */
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

    /** As it is now: the model may be loaded otherwise since. */
    askAgain(): Promise<KnownModel> {
      asked = null;
      return current();
    },

    /** Keeps the window that the server named when it refused a prompt, unless somebody told one. */
    async namedWindow(tokens: number): Promise<void> {
      if (toldWindow(await server()) === null) keep({ namedWindow: tokens });
    },

    /** Keeps what the server or the model turned out to need. */
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

/** Returns the request with a piece less; null where nothing of this part is left. */
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

/** The one order in which a prompt is shortened; the transcript stands between the two (rule 8.18). */
const beforeTranscript = [usedBefore, threadLines, fewer('ownComments'), fewer('comments'), description];
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

export const wholePrompt = (prompt: Prompt): FittedPrompt => ({
  prompt: { ...prompt, parts: [] },
  transcriptTokens: null,
  tokens: promptTokens(prompt),
});

/** Of an answer: all that are wanted, and those that a small window must leave. */
export interface AnswerTokens {
  most: number;
  fewest: number;
}

const answerShare = 0.25;

/** Tokens of an answer: a quarter of a small window. */
export function limitOf({ window }: KnownModel, { fewest, most }: AnswerTokens): number {
  return Math.min(most, Math.max(fewest, Math.floor(window * answerShare)));
}

/** Share of the window that is left free, since an estimate may be too low. */
const margin = 0.1;

/** Returns the estimated tokens that a prompt may have. */
export const estimatedRoom = (window: number, limit: number): number =>
  Math.max(0, (window - limit) * (1 - margin));

/** Returns the window that a prompt and an answer of these sizes need. */
export const windowFor = (promptTokens: number, limit: number): number =>
  Math.ceil(promptTokens / (1 - margin)) + limit;

export const roomFor = (known: KnownModel, tokens: AnswerTokens): number =>
  estimatedRoom(known.window, limitOf(known, tokens) + known.reserve);

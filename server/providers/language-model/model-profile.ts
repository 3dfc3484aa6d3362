import type { SeenOfModel } from '#shared/contracts/settings.ts';
import type { Clock } from '../../core/clock.ts';
import { holdsThoughts } from '../../text/model-answer.rules.ts';
import type { Completion } from './answer-reader.ts';
import type { AnswerTokens, ModelConnection, ModelProfile } from './language-model.ts';
import { type FoundServer, findServer } from './servers.ts';

export interface KnownModel extends ModelProfile {
  found: FoundServer;
  /** What a request contains so that the model thinks little or not at all. */
  thinking: Pick<FoundServer['thinking'], 'members' | 'system'>;
  /** Tokens reserved for thoughts, in addition to the limit of the answer. */
  reserve: number;
  /**
   * False if the model's template rejects system messages. The user message then holds
   * the instructions.
   */
  takesSystemRole: boolean;
}

/** Tokens to assume if the window is not known. */
const unknownWindow = 8192;
export const thoughtTokens = 4000;
const mayThinkFreely = { members: {}, system: '' };
/**
 * How long a server's answer about its model is cached. The owner may reload the model at
 * any time.
 */
const believedMs = 60_000;

export interface ProfileDeps {
  connection: ModelConnection;
  clock: Clock;
  find?: (connection: ModelConnection) => Promise<FoundServer>;
  /** Stores what answers and errors showed about the model. */
  learn?: (seen: SeenOfModel) => void;
}

/**
 * Combines what is known of one model from the owner's settings, its server, and its
 * earlier answers and errors.
 */
export function createModelProfile({
  connection,
  clock,
  find = findServer,
  learn = () => {},
}: ProfileDeps) {
  const { model, byHand } = connection;
  let seen = connection.seen;
  let asked: { at: number; found: Promise<FoundServer> } | null = null;

  function server(): Promise<FoundServer> {
    const now = clock.now().getTime();
    if (!asked || now - asked.at >= believedMs)
      asked = { at: now, found: find(connection) };
    return asked.found;
  }

  function keep(change: Partial<SeenOfModel>): void {
    seen = { ...seen, ...change };
    learn(seen);
  }

  /**
   * Returns the window that the owner set or the server reports. Both take precedence
   * over anything learned.
   */
  function toldWindow({
    ollamaRoot,
    window,
    possibleWindow,
  }: FoundServer): number | null {
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
     * Stores the window that the server named when it refused a prompt, unless the owner
     * or the server already gave one.
     */
    async namedWindow(tokens: number): Promise<void> {
      if (toldWindow(await server()) === null) keep({ namedWindow: tokens });
    },

    /** Stores a requirement that errors or answers revealed. */
    needs(what: 'withoutSystemRole' | 'needsThinking'): void {
      if (!seen[what]) keep({ [what]: true });
    },

    saw({ hasThought, text }: Pick<Completion, 'hasThought' | 'text'>): void {
      if (!seen.hasThought && (hasThought || holdsThoughts(text)))
        keep({ hasThought: true });
    },
  };
}

export type KnownModelProfile = ReturnType<typeof createModelProfile>;

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

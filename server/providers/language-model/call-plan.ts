import {
  promptTokens,
  type ResponseSchema,
  tokensOf,
} from '../../text/model-text.rules.ts';
import {
  type AnswerTokens,
  type CallPhase,
  LanguageModelError,
  type Prompt,
  windowOf,
} from './language-model.ts';
import { estimatedRoom, type KnownModel, limitOf, windowFor } from './model-profile.ts';
import type { Message } from './openai-client.ts';

export interface StructuredRequest<T, P extends Prompt = Prompt> {
  /**
   * Writes a prompt of at most `room` estimated tokens, if it can be shortened that far.
   */
  fit: (room: number) => P;
  schema: ResponseSchema<T>;
  tokens: AnswerTokens;
  signal?: AbortSignal | undefined;
  /** Receives the answer so far. A second attempt starts again with an empty answer. */
  onText?: ((soFar: string) => void) | undefined;
  onPhase?: ((phase: CallPhase) => void) | undefined;
}

export interface Plan<P extends Prompt = Prompt> {
  prompt: P;
  /** Estimated tokens of the whole prompt. */
  tokens: number;
  messages: Message[];
  known: KnownModel;
  limit: number;
}

/** What one request has learned from refused calls and unusable answers. */
export interface Progress {
  /** The last unusable answer without its thoughts; null on the first request. */
  unusable: string | null;
  /**
   * The last answer held no JSON, so the next call may leave out the schema (see
   * ChatCall).
   */
  asksPlainly: boolean;
  /**
   * The call does not tell the model to skip thinking, since some models then ignore the
   * schema.
   */
  mayThink: boolean;
  /** The server refused a system message, so the user message holds the instructions. */
  joinsRoles: boolean;
  /** An answer was cut at its limit, so the limit is doubled. */
  isLonger: boolean;
  /**
   * An answer was cut at a limit that we cannot set, so the prompt asks for a short one.
   */
  asksShortly: boolean;
  /** How often the server refused the prompt as too long. */
  refusals: number;
  /**
   * Limits learned from refusals: tokens of prompt and answer, and estimated tokens of
   * the prompt.
   */
  window: number;
  promptTokens: number;
}

export const nothingLearned = (): Progress => ({
  unusable: null,
  asksPlainly: false,
  mayThink: false,
  joinsRoles: false,
  isLonger: false,
  asksShortly: false,
  refusals: 0,
  window: Number.POSITIVE_INFINITY,
  promptTokens: Number.POSITIVE_INFINITY,
});

const wholeObject =
  'only the one JSON object asked for, complete, with every member, and nothing around it.';
const repair = `That answer could not be used. Answer again: ${wholeObject}`;
const reminder = `Answer with text: ${wholeObject}`;
const shorter = `Your last answer was cut off. Write a short one: ${wholeObject}`;

/**
 * Plans a call with room in the window for answer and thoughts. Throws `window` if
 * nothing fits.
 */
export function planned<T, P extends Prompt>(
  known: KnownModel,
  asked: StructuredRequest<T, P>,
  progress: Progress,
  form: string,
): Plan<P> {
  const { unusable, isLonger, asksShortly } = progress;
  const limit = limitOf(known, asked.tokens) * (isLonger ? 2 : 1) + known.reserve;
  const repairTokens = unusable === null ? 0 : tokensOf(unusable) + tokensOf(repair);
  const taken = repairTokens + tokensOf(form) + (asksShortly ? tokensOf(shorter) : 0);
  const room =
    Math.min(estimatedRoom(known.window, limit), progress.promptTokens) - taken;
  const prompt = asked.fit(room);
  const { system, user } = prompt;
  const size = promptTokens(prompt);
  const instructions = `${system}${form}${known.thinking.system}`;
  const takesSystemRole = known.takesSystemRole && !progress.joinsRoles;
  const messages = messagesOf({
    instructions,
    user,
    unusable,
    asksShortly,
    takesSystemRole,
  });
  const plan = { prompt, tokens: size + taken, messages, known, limit };
  if (size > room) throw tooLong(known, plan);
  return plan;
}

interface Conversation {
  instructions: string;
  user: string;
  unusable: string | null;
  asksShortly: boolean;
  takesSystemRole: boolean;
}

/** User and assistant alternate, as model templates require, and no message is empty. */
function messagesOf(conversation: Conversation): Message[] {
  const { instructions, user, unusable, asksShortly, takesSystemRole } = conversation;
  let task = user;
  if (asksShortly) task = `${user}\n\n${shorter}`;
  else if (unusable === '') task = `${user}\n\n${reminder}`;
  const messages: Message[] = takesSystemRole
    ? [
        { role: 'system', content: instructions },
        { role: 'user', content: task },
      ]
    : [{ role: 'user', content: `${instructions}\n\n${task}` }];
  if (unusable)
    messages.push(
      { role: 'assistant', content: unusable },
      { role: 'user', content: repair },
    );
  return messages;
}

/**
 * Gives no sizes if the prompt should fit, as when a server refused more than once and
 * named no window.
 */
export function tooLong(
  { window, remedy }: KnownModel,
  { tokens, limit }: Pick<Plan, 'tokens' | 'limit'>,
): LanguageModelError {
  const needed = windowFor(tokens, limit);
  if (needed <= window) return new LanguageModelError('window');
  return new LanguageModelError('window', {
    window,
    needed,
    remedy: remedy(windowOf(needed)),
  });
}

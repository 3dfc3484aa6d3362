import type { Tokens } from '#shared/contracts/draft-record.ts';
import type { ResponseSchema } from '../../core/response-schema.ts';

export type Message = { role: 'system' | 'user' | 'assistant'; content: string };

/** One request to a server, in nobody's dialect. */
export interface ChatCall {
  messages: readonly Message[];
  schema: ResponseSchema<unknown>;
  /** Tokens that answer and thoughts may take. */
  limit: number;
  /** Said besides, so that the model does not think. */
  members: Record<string, unknown>;
  signal: AbortSignal;
  hear: {
    /** Anything came. */
    sign(): void;
    thought(): void;
    text(soFar: string): void;
  };
}

export interface Completion {
  /** Without thoughts that came apart. */
  text: string;
  hasThought: boolean;
  model: string;
  /** Null where the server broke off, or said nothing of it. */
  finish: 'stop' | 'length' | null;
  tokens: Tokens | null;
  pieces: number;
}

export const nothingRead = (): Completion => ({
  text: '',
  hasThought: false,
  model: '',
  finish: null,
  tokens: null,
  pieces: 0,
});

export interface ChatClient {
  /** Has the server load the model with room for so many tokens, where it has to be asked. */
  load(
    needed: number,
    most: number,
    call: { signal: AbortSignal; onLoading?: (() => void) | undefined },
  ): Promise<void>;
  /** Throws as its SDK does; see failures. */
  complete(call: ChatCall): Promise<Completion>;
  /** Whether the refusal names something that can be left out from now on. */
  adapts(error: unknown): boolean;
  /** What the instructions must say of the answer's form: nothing where the server takes the schema. */
  formInWords(schema: ResponseSchema<unknown>): string;
}

export function sumTokens(a: Tokens | null, b: Tokens | null): Tokens | null {
  return a && b ? { input: a.input + b.input, output: a.output + b.output } : (a ?? b);
}

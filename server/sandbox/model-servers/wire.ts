export type ThoughtsAs = 'reasoning_content' | 'reasoning' | 'think-tags';

export type Overflow = 'error' | 'cut' | 'error-500' | 'error-in-200';

/** What a server's own shapes are made of. */
export interface State {
  model: string;
  window: number;
  possibleWindow: number;
  thinks: boolean;
  /** Null while nothing is loaded. */
  loaded: number | null;
}

export interface Generated {
  thoughts: string;
  text: string;
  finish: 'stop' | 'length';
  usage: { input: number; output: number };
}

export interface Asked {
  messages: { role: string; content: string }[];
  schema: unknown;
  limit: number | null;
  isStreamed: boolean;
  /** Asked not to think. */
  isSwitchedOff: boolean;
  /** Asked for by the request. */
  window: number | null;
}

/** One server's shapes on the wire (wire W12). */
export interface Wire {
  defaultModel: string;
  defaultOverflow: Overflow;
  /** Answers to GET, and to POST that ask for no text, by path; null for a path it does not know. */
  about(path: string, state: State): unknown;
  unknownPath(method: string, path: string): { status: number; body: unknown };
  chatPaths: readonly string[];
  read(body: Record<string, unknown>, path: string): Asked;
  /** The refusal of a prompt of so many tokens. */
  tooLong(tokens: number, window: number, asked: Asked): { status: number; body: unknown; event?: string };
  /** Also refuses where prompt and limit together pass the window. */
  countsLimit?: boolean;
  stream: Stream;
  whole(answer: Generated, state: State, thoughtsAs: ThoughtsAs): unknown;
}

export interface Stream {
  type: string;
  begin?(state: State): string;
  piece(text: string, state: State): string;
  thought(text: string, state: State, as: ThoughtsAs): string;
  end(answer: Generated, state: State, wantsUsage: boolean): string;
}

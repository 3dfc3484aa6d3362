import type { Clock } from '../../clock.ts';
import type { Tokens } from '../tokens.ts';

export interface ModelDeps {
  clock: Clock;
  tokens: Tokens;
  /** How fast an answer is streamed. */
  msBetweenWords: number;
}

import type { Response } from 'express';
import type { Clock } from '../../core/clock.ts';
import type { Tokens } from '../tokens.ts';
import type { Pace } from './pace.ts';

export interface ModelDeps {
  clock: Clock;
  tokens: Tokens;
  /** How fast an answer is written. */
  paceOf: (res: Response) => Pace;
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EvalRun, evalRunSchema } from './run-eval.ts';

/** Only runs of the same model can be compared. */
const fileOf = (dataDir: string, { model, videos }: Pick<EvalRun, 'model' | 'videos'>) =>
  join(dataDir, 'eval', `${model.replace(/[^\w.-]+/g, '_')}-${videos}.json`);

export function readRun(dataDir: string, like: Pick<EvalRun, 'model' | 'videos'>): EvalRun | null {
  try {
    return evalRunSchema.parse(JSON.parse(readFileSync(fileOf(dataDir, like), 'utf8')));
  } catch {
    return null;
  }
}

export function keepRun(dataDir: string, run: EvalRun): void {
  mkdirSync(join(dataDir, 'eval'), { recursive: true });
  writeFileSync(fileOf(dataDir, run), JSON.stringify(run, null, 2));
}

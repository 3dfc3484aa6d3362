import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EvalRun, evalRunSchema } from './run-eval.ts';

/** One for each model, since only the same model's runs say something about the prompt. */
const fileOf = (dataDir: string, { model, videos }: Pick<EvalRun, 'model' | 'videos'>) =>
  join(dataDir, 'eval', `${model.replace(/[^\w.-]+/g, '_')}-${videos}.json`);

/** The last run of this model on so many videos; null before there is one. */
export function readRun(dataDir: string, like: Pick<EvalRun, 'model' | 'videos'>): EvalRun | null {
  try {
    return evalRunSchema.parse(JSON.parse(readFileSync(fileOf(dataDir, like), 'utf8')));
  } catch {
    // Missing, or of an older form: then there is nothing to compare with.
    return null;
  }
}

export function keepRun(dataDir: string, run: EvalRun): void {
  mkdirSync(join(dataDir, 'eval'), { recursive: true });
  writeFileSync(fileOf(dataDir, run), JSON.stringify(run, null, 2));
}

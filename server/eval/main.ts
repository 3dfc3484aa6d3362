import { readEnvironment } from '../config/env-file.ts';
import { systemClock } from '../core/clock.ts';
import { openEvalApp } from './eval-app.ts';
import { keepRun, readRun } from './kept-run.ts';
import { readLimit, runEval } from './run-eval.ts';
import { evalDifference, evalTable } from './table.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const limit = readLimit(process.argv.slice(2));
const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL, DATA_DIR = '.data' } = readEnvironment();

const app = await openEvalApp({ OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL });
try {
  const isSandbox = app.app.config.languageModel.mode === 'sandbox';
  say(
    isSandbox
      ? 'No model is configured, so the sandbox’s own writes the drafts.'
      : `Asking ${OPENAI_BASE_URL ?? 'OpenAI'}.`,
  );
  const run = await runEval({ app, limit, at: systemClock.now(), isSandbox, progress: say });
  say(`\n${evalTable(run)}\n`);
  const before = readRun(DATA_DIR, run);
  say(
    before
      ? evalDifference(run, before)
      : 'There is no earlier run of this model on these videos to compare with.',
  );
  keepRun(DATA_DIR, run);
} finally {
  await app.close();
}

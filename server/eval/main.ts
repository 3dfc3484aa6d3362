import { readEnvironment } from '../config/env-file.ts';
import { systemClock } from '../core/clock.ts';
import { readArguments } from './arguments.ts';
import { openEvalApp } from './eval-app.ts';
import { runGrounded } from './grounded/run-grounded.ts';
import { keepRun, readRun } from './kept-run.ts';
import { runEval } from './run-eval.ts';
import { evalDifference, evalTable } from './table.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const { isGrounded, limit } = readArguments(process.argv.slice(2));
const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL, DATA_DIR = '.data' } = readEnvironment();

const app = await openEvalApp({ OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL });
try {
  say(
    app.model === 'sandbox'
      ? 'No model is configured, so the sandbox’s own writes the drafts.'
      : `Asking ${OPENAI_BASE_URL ?? 'OpenAI'} (${app.model}).`,
  );
  if (isGrounded) {
    const missed = await runGrounded({ app, limit, say });
    if (missed.length > 0) process.exitCode = 1;
  } else await measureVoices();
} finally {
  await app.close();
}

async function measureVoices(): Promise<void> {
  const run = await runEval({ app, limit, at: systemClock.now(), progress: say });
  say(`\n${evalTable(run)}\n`);
  const before = readRun(DATA_DIR, run);
  say(
    before
      ? evalDifference(run, before)
      : 'There is no earlier run of this model on these videos to compare with.',
  );
  keepRun(DATA_DIR, run);
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment } from '../config/config.ts';
import { readLines } from './cases.ts';
import { matchTable } from './match.ts';
import { pointDrafts, pointTable } from './points.ts';
import { scoredDrafts, scoreTable } from './rated-drafts.ts';
import { recordingSchema } from './recorder.ts';
import { runEval } from './run-eval.ts';
import { evalTable, evalTexts } from './table.ts';

/** Usage: npm run eval [-- --record | --replay | --match | --score | --points] */
const say = (text: string) => void process.stdout.write(`${text}\n\n`);
const file = join(import.meta.dirname, 'recordings.jsonl');
const { values } = parseArgs({
  options: {
    record: { type: 'boolean', default: false },
    replay: { type: 'boolean', default: false },
    match: { type: 'boolean', default: false },
    score: { type: 'boolean', default: false },
    points: { type: 'boolean', default: false },
  },
});

if (values.match) say(matchTable());
else if (values.score) say(scoreTable(scoredDrafts()));
else if (values.points) say(pointTable(pointDrafts));
else await evaluateDrafts();

async function evaluateDrafts(): Promise<void> {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL } = readEnvironment();
  const model =
    OPENAI_API_KEY || OPENAI_BASE_URL
      ? {
          baseUrl: OPENAI_BASE_URL || 'https://api.openai.com/v1',
          apiKey: OPENAI_API_KEY || null,
          model: OPENAI_MODEL || null,
        }
      : null;
  const replay = values.replay ? readLines('recordings.jsonl', recordingSchema) : null;

  say(
    replay
      ? `The kept answers of ${replay[0]?.model}.`
      : `Asking ${model?.baseUrl ?? 'the sandbox’s model'}.`,
  );
  const { rows, recordings } = await runEval({ model, replay });
  say(evalTexts(rows));
  say(evalTable(rows));
  if (values.record) {
    writeFileSync(file, recordings.map((each) => `${JSON.stringify(each)}\n`).join(''));
    say(`Kept in ${file}.`);
  }
}

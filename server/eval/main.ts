import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment } from '../config/config.ts';
import { recordingSchema } from './recorder.ts';
import { runEval } from './run-eval.ts';
import { evalTable, evalTexts } from './table.ts';

/** npm run eval [-- --record | --replay] */
const say = (text: string) => void process.stdout.write(`${text}\n\n`);
const file = join(import.meta.dirname, 'recordings.json');
const { values } = parseArgs({
  options: { record: { type: 'boolean', default: false }, replay: { type: 'boolean', default: false } },
});

const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL } = readEnvironment();
const model =
  OPENAI_API_KEY || OPENAI_BASE_URL
    ? {
        baseUrl: OPENAI_BASE_URL || 'https://api.openai.com/v1',
        apiKey: OPENAI_API_KEY || null,
        model: OPENAI_MODEL || null,
      }
    : null;
const replay = values.replay ? recordingSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;

say(replay ? `The kept answers of ${replay.model}.` : `Asking ${model?.baseUrl ?? 'the sandbox’s model'}.`);
const { rows, recording } = await runEval({ model, replay });
say(evalTexts(rows));
say(evalTable(rows));
if (values.record) {
  writeFileSync(file, `${JSON.stringify(recording, null, 2)}\n`);
  say(`Kept in ${file}.`);
}

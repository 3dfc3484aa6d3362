import type { ModelFault } from '../faults/fault.ts';
import { idFrom } from '../random.ts';
import { writeDraft } from './draft-writer.ts';
import { fillSchema } from './fill-schema.ts';
import { type Message, partsOf, readPrompt } from './prompt-reader.ts';
import { readComment } from './reader.ts';
import { writeRules } from './rule-writer.ts';
import { isSchema, type Schema } from './schema.ts';

export interface Question {
  messages: readonly Message[];
  schema: Schema | null;
  wantsJson: boolean;
  limit: number | null;
  fault: ModelFault | null;
}

export interface Answer {
  text: string;
  refusal: string | null;
  finish: 'stop' | 'length' | 'content_filter';
  usage: { input: number; output: number };
}

export const charactersPerToken = 4;
const countTokens = (text: string): number => Math.ceil(text.length / charactersPerToken);

export const usageOf = ({ usage: { input, output } }: Answer) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});

/** Clients paste the schema into the prompt where the parameter is not supported. */
const schemaInPrompt = (messages: readonly Message[]): Schema | null => {
  for (const { content } of messages) {
    const start = /schema[^{]{0,60}(\{[\s\S]*)/i.exec(partsOf(content).instructions)?.[1] ?? '';
    for (let end = start.lastIndexOf('}'); end > 0; end = start.lastIndexOf('}', end - 1)) {
      try {
        const value: unknown = JSON.parse(start.slice(0, end + 1));
        if (isSchema(value) && value.properties) return value;
      } catch {
        // Not the object's end yet: try the brace before.
      }
    }
  }
  return null;
};

const withoutBeginning = (content: string) => content.replace(/\n\n[^\n]*\nBegun: ".*"$/m, '');

const compose = ({ messages, schema, wantsJson }: Question): string => {
  const reading = readPrompt(messages);
  const said = messages.map(({ role, content }) => `${role}:${withoutBeginning(content)}`).join('\n');
  // Hashed once: hundreds of choices are made by it.
  const seed = idFrom(said, 32);
  const wanted = schema ?? schemaInPrompt(messages);
  if (wanted)
    return JSON.stringify(
      writeRules(wanted, messages) ??
        readComment(wanted, messages, reading) ??
        fillSchema(wanted, seed, reading),
    );
  const comment = writeDraft(seed, reading, reading.subjects[0]);
  return wantsJson ? JSON.stringify({ comment }) : comment;
};

const distort = (text: string, fault: ModelFault | null): string => {
  switch (fault?.behaviour) {
    case 'bad-json':
      return `Here is the result:\n${text.slice(0, -1)}, "trailing": }\nLet me know.`;
    case 'wrong-shape':
      return '{"answer":"This is an object of another shape."}';
    case 'fenced':
      return `Here is the result:\n\`\`\`json\n${text}\n\`\`\``;
    case 'cut-off':
      return text.slice(0, Math.ceil(text.length / 3));
    case 'empty':
      return '';
    case 'text':
      return fault.text ?? '';
    default:
      return text;
  }
};

export const answerQuestion = (question: Question): Answer => {
  const { fault, limit, messages } = question;
  const input = messages.reduce((sum, { content }) => sum + countTokens(content) + 4, 3);
  const silent = { text: '', refusal: null, usage: { input, output: 0 } };
  if (fault?.behaviour === 'content-filter') return { ...silent, finish: 'content_filter' };
  if (fault?.behaviour === 'refusal')
    return { ...silent, refusal: 'I’m sorry, but I can’t help with that request.', finish: 'stop' };
  const full = distort(compose(question), fault);
  const isTooLong = limit !== null && countTokens(full) > limit;
  const text = isTooLong ? full.slice(0, limit * charactersPerToken) : full;
  const finish = isTooLong || fault?.behaviour === 'cut-off' ? 'length' : 'stop';
  return { text, refusal: null, finish, usage: { input, output: countTokens(text) } };
};

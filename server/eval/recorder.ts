import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { listen } from '../http/server.ts';

const answerSchema = z.object({
  content: z.string(),
  tokens: z.int(),
});
/** A model's answers, in the order of its calls, by the title of the video. */
export const recordingSchema = z.object({
  model: z.string(),
  cases: z.record(z.string(), z.object({ draft: z.array(answerSchema), read: z.array(answerSchema) })),
});
export type Recording = z.infer<typeof recordingSchema>;
export type Answers = Recording['cases'][string];

export interface Upstream {
  baseUrl: string;
  apiKey: string | null;
  /** Null for the one that is asked for. */
  model: string | null;
}

const requestSchema = z.looseObject({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});
const completionSchema = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]).rest(z.unknown()),
  usage: z.object({ total_tokens: z.int() }).nullish(),
});

const charactersPerToken = 4;
/** Only a reader's prompt fences a comment. */
const readerMark = '⟦END OF COMMENT⟧';

type Reply = { status: number; body: string };

/** Stands between the app and a model and keeps its answers; gives those of `recorded` where that is not null. */
export async function startRecorder(recorded: Recording | null) {
  let upstream: Upstream | null = null;
  const heard: Record<string, Answers> = {};
  let present: Answers = { draft: [], read: [] };
  let title = '';
  const server = createServer(async (req, res) => {
    const asked = requestSchema.parse(JSON.parse(await text(req)));
    const kind = asked.messages.some(({ content }) => content.includes(readerMark)) ? 'read' : 'draft';
    const { status, body } = recorded ? replay(recorded, kind) : await ask(upstream, asked);
    const answered = status === 200 ? completionSchema.safeParse(JSON.parse(body)) : null;
    if (answered?.success) {
      const { choices, usage } = answered.data;
      const { content } = choices[0].message;
      const spoken = asked.messages.reduce((sum, message) => sum + message.content.length, content.length);
      const tokens = usage?.total_tokens ?? Math.ceil(spoken / charactersPerToken);
      present[kind].push({ content, tokens });
    }
    res.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });

  function replay({ cases, model }: Recording, kind: keyof Answers): Reply {
    const kept = cases[title]?.[kind] ?? [];
    // One that is written once more than it was is given the last again.
    const answer = kept[present[kind].length] ?? kept.at(-1);
    if (!answer) return missing;
    const message = { role: 'assistant', content: answer.content };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    const usage = { prompt_tokens: answer.tokens, completion_tokens: 0, total_tokens: answer.tokens };
    return { status: 200, body: JSON.stringify({ model, choices, usage }) };
  }

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    forwardTo(model: Upstream): void {
      upstream = model;
    },
    /** What is asked from now on is about this video. */
    begin(video: string): Answers {
      title = video;
      present = { draft: [], read: [] };
      heard[title] = present;
      return present;
    },
    recording: (model: string): Recording => ({ model, cases: heard }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const missing: Reply = { status: 404, body: JSON.stringify({ error: { message: 'There is no answer' } }) };

async function ask(upstream: Upstream | null, asked: z.infer<typeof requestSchema>): Promise<Reply> {
  if (!upstream) return missing;
  const { baseUrl, apiKey, model } = upstream;
  // The app streams; whole answers are what is kept.
  const { stream, stream_options, ...whole } = asked;
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({ ...whole, ...(model && { model }) }),
  });
  return { status: response.status, body: await response.text() };
}

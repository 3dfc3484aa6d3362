import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { listen } from '../http/server.ts';

const answersSchema = z.array(z.object({ content: z.string(), tokens: z.int() }));

/** A model's answers about one video, in the order of the calls. */
export const recordingSchema = z.object({
  model: z.string(),
  title: z.string(),
  draft: answersSchema,
  read: answersSchema,
});
export type Recording = z.infer<typeof recordingSchema>;

export interface Upstream {
  baseUrl: string;
  apiKey: string | null;
  /** Null to use the model that the request names. */
  model: string | null;
}

const requestSchema = z.looseObject({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});
const completionSchema = z.object({
  choices: z
    .tuple([z.object({ message: z.object({ content: z.string() }) })])
    .rest(z.unknown()),
  usage: z.object({ total_tokens: z.int() }),
});

/** Only the reader's prompt contains this fence. */
const readerMark = '⟦END OF COMMENT⟧';
const missing = {
  status: 404,
  body: JSON.stringify({ error: { message: 'There is no answer' } }),
};

/**
 * Starts a proxy between the app and a model that records the model's answers. If
 * `recorded` is given, the proxy replays those answers instead.
 */
export async function startRecorder(recorded: readonly Recording[] | null) {
  let upstream: Upstream | null = null;
  let present: Recording = { model: '', title: '', draft: [], read: [] };
  const heard: Recording[] = [];
  const server = createServer(async (req, res) => {
    const asked = requestSchema.parse(JSON.parse(await text(req)));
    const kind = asked.messages.some(({ content }) => content.includes(readerMark))
      ? 'read'
      : 'draft';
    const { status, body } = recorded ? replay(recorded, kind) : await ask(asked);
    if (status === 200) {
      const { choices, usage } = completionSchema.parse(JSON.parse(body));
      present[kind].push({
        content: choices[0].message.content,
        tokens: usage.total_tokens,
      });
    }
    res.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });

  function replay(recordings: readonly Recording[], kind: 'draft' | 'read') {
    const kept = recordings.find(({ title }) => title === present.title);
    // If the app asks more often than was recorded, it gets the last answer again.
    const answer = kept?.[kind][present[kind].length] ?? kept?.[kind].at(-1);
    if (!answer) return missing;
    const message = { role: 'assistant', content: answer.content };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    const usage = {
      prompt_tokens: answer.tokens,
      completion_tokens: 0,
      total_tokens: answer.tokens,
    };
    return { status: 200, body: JSON.stringify({ model: kept?.model, choices, usage }) };
  }

  async function ask(asked: z.infer<typeof requestSchema>) {
    if (!upstream) return missing;
    const { baseUrl, apiKey, model } = upstream;
    // The app asks for a stream, but the recording contains whole answers.
    const { stream, stream_options, ...whole } = asked;
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ ...whole, ...(model && { model }) }),
    });
    return { status: response.status, body: await response.text() };
  }

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    recordings: heard,
    forwardTo(model: Upstream): void {
      upstream = model;
    },
    /** Assigns all requests from now on to this video. */
    begin(title: string): Recording {
      present = { model: upstream?.model ?? 'sandbox', title, draft: [], read: [] };
      heard.push(present);
      return present;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

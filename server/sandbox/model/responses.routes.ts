import { type Response, Router } from 'express';
import { z } from 'zod';
import { type Answer, answerQuestion } from './answer.ts';
import type { ModelDeps } from './model-deps.ts';
import type { Pace } from './pace.ts';
import { checkSchema, faultOf, messageSchema, parseBody } from './request-body.ts';

const bodySchema = z.object({
  model: z.string().min(1),
  instructions: z.string().nullish(),
  input: z.union([z.string(), z.array(messageSchema)]),
  stream: z.boolean().nullish(),
  max_output_tokens: z.number().int().positive().nullish(),
  text: z
    .object({
      format: z
        .discriminatedUnion('type', [
          z.object({ type: z.literal('text') }),
          z.object({ type: z.literal('json_object') }),
          z.object({
            type: z.literal('json_schema'),
            name: z.string().optional(),
            schema: z.unknown(),
            strict: z.boolean().nullish(),
          }),
        ])
        .nullish(),
    })
    .nullish(),
});

const contentOf = ({ text, refusal }: Answer) =>
  refusal === null
    ? { type: 'output_text', text, annotations: [], logprobs: [] }
    : { type: 'refusal', refusal };

interface StreamOptions {
  itemId: string;
  isCut: boolean;
  pace: Pace;
}

const stream = async (res: Response, response: object, answer: Answer, options: StreamOptions) => {
  const { itemId, isCut, pace } = options;
  res.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  let sequence = 0;
  const send = (type: string, data: object) => {
    res.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence, ...data })}\n\n`);
    sequence += 1;
  };
  const at = { item_id: itemId, output_index: 0, content_index: 0 };
  const part = contentOf(answer);
  const begun = { ...response, status: 'in_progress', output: [], usage: null };
  const item = { id: itemId, type: 'message', role: 'assistant' };
  send('response.created', { response: begun });
  send('response.in_progress', { response: begun });
  send('response.output_item.added', {
    output_index: 0,
    item: { ...item, status: 'in_progress', content: [] },
  });
  send('response.content_part.added', {
    ...at,
    part: { ...part, ...(answer.refusal === null && { text: '' }) },
  });
  const pieces = answer.text.match(/\S+\s*|\s+/g) ?? [];
  for (const [index, delta] of pieces.entries()) {
    if (isCut && index > pieces.length / 2) return void res.socket?.destroy();
    send('response.output_text.delta', { ...at, delta });
    await pace(delta);
    if (res.destroyed) return;
  }
  if (answer.refusal === null) send('response.output_text.done', { ...at, text: answer.text });
  else send('response.refusal.done', { ...at, refusal: answer.refusal });
  send('response.content_part.done', { ...at, part });
  send('response.output_item.done', {
    output_index: 0,
    item: { ...item, status: 'completed', content: [part] },
  });
  send(answer.finish === 'stop' ? 'response.completed' : 'response.incomplete', { response });
  res.end();
};

const incompleteReason: Record<Answer['finish'], string | null> = {
  stop: null,
  length: 'max_output_tokens',
  content_filter: 'content_filter',
};

/** POST /responses, plain and streamed (WIRE C.2). */
export const responsesRoutes = ({ clock, tokens, paceOf }: ModelDeps): Router =>
  Router().post('/responses', async (req, res) => {
    const body = parseBody(bodySchema, req.body);
    const fault = faultOf(res.locals);
    const format = body.text?.format;
    const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input;
    const answer = answerQuestion({
      messages: [...(body.instructions ? [{ role: 'system', content: body.instructions }] : []), ...input],
      schema: format?.type === 'json_schema' ? checkSchema(format, fault) : null,
      wantsJson: format?.type === 'json_object',
      limit: body.max_output_tokens ?? null,
      fault,
    });
    const itemId = `msg_${tokens.make(24)}`;
    const reason = incompleteReason[answer.finish];
    const { usage } = answer;
    const response = {
      id: `resp_${tokens.make(24)}`,
      object: 'response',
      created_at: Math.floor(clock.now().getTime() / 1_000),
      status: reason === null ? 'completed' : 'incomplete',
      error: null,
      incomplete_details: reason === null ? null : { reason },
      instructions: body.instructions ?? null,
      model: body.model,
      output: [
        { id: itemId, type: 'message', role: 'assistant', status: 'completed', content: [contentOf(answer)] },
      ],
      parallel_tool_calls: true,
      store: false,
      text: { format: format ?? { type: 'text' } },
      tools: [],
      usage: {
        input_tokens: usage.input,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: usage.output,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: usage.input + usage.output,
      },
    };
    const pace = paceOf(res);
    if (body.stream) {
      await stream(res, response, answer, { itemId, isCut: fault?.behaviour === 'stream-cut', pace });
      return;
    }
    await pace(answer.text);
    res.json(response);
  });

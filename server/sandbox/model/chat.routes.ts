import { type Response, Router } from 'express';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Tokens } from '../tokens.ts';
import { type Answer, answerQuestion } from './answer.ts';
import { checkSchema, faultOf, messageSchema, parseBody } from './request-body.ts';

const bodySchema = z.object({
  model: z.string().min(1),
  messages: z.array(messageSchema).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  max_tokens: z.number().int().positive().nullish(),
  max_completion_tokens: z.number().int().positive().nullish(),
  response_format: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('text') }),
      z.object({ type: z.literal('json_object') }),
      z.object({
        type: z.literal('json_schema'),
        json_schema: z.object({
          name: z.string().optional(),
          schema: z.unknown(),
          strict: z.boolean().nullish(),
        }),
      }),
    ])
    .nullish(),
});

const usageOf = ({ usage }: Answer) => ({
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
});

interface Head {
  id: string;
  created: number;
  model: string;
}

const stream = (res: Response, head: Head, answer: Answer, options: { usage: boolean; cut: boolean }) => {
  res.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  const send = (extra: object) =>
    res.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...extra })}\n\n`);
  const choice = (delta: object, finish: string | null = null) =>
    send({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
  choice({ role: 'assistant', content: '', refusal: null });
  if (answer.refusal) choice({ refusal: answer.refusal });
  const pieces = answer.text.match(/\S+\s*|\s+/g) ?? [];
  for (const [index, piece] of pieces.entries()) {
    if (options.cut && index > pieces.length / 2) return void res.socket?.destroy();
    choice({ content: piece });
  }
  choice({}, answer.finish);
  if (options.usage) send({ choices: [], usage: usageOf(answer) });
  res.end('data: [DONE]\n\n');
};

/** POST /chat/completions, plain and streamed (WIRE C.1). */
export const chatRoutes = (clock: Clock, tokens: Tokens): Router =>
  Router().post('/chat/completions', (req, res) => {
    const body = parseBody(bodySchema, req.body);
    const fault = faultOf(res.locals);
    const format = body.response_format;
    const answer = answerQuestion({
      messages: body.messages,
      schema: format?.type === 'json_schema' ? checkSchema(format.json_schema, fault) : null,
      wantsJson: format?.type === 'json_object',
      limit: body.max_completion_tokens ?? body.max_tokens ?? null,
      fault,
    });
    const head: Head = {
      id: `chatcmpl-${tokens.make(24)}`,
      created: Math.floor(clock.now().getTime() / 1_000),
      model: body.model,
    };
    if (body.stream) {
      const cut = fault?.behaviour === 'stream-cut';
      return stream(res, head, answer, { usage: body.stream_options?.include_usage ?? false, cut });
    }
    const isSilent = answer.refusal !== null || answer.finish === 'content_filter';
    res.json({
      id: head.id,
      object: 'chat.completion',
      created: head.created,
      model: head.model,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: isSilent ? null : answer.text,
            refusal: answer.refusal,
            annotations: [],
          },
          logprobs: null,
          finish_reason: answer.finish,
        },
      ],
      usage: usageOf(answer),
      service_tier: 'default',
      system_fingerprint: null,
    });
  });

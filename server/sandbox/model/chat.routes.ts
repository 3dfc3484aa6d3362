import { Router } from 'express';
import { z } from 'zod';
import { answerQuestion } from './answer.ts';
import { type Head, streamAnswer } from './chat-stream.ts';
import type { ModelDeps } from './model-deps.ts';
import { checkSchema, faultOf, messageSchema, parseBody } from './request-body.ts';
import { usageOf } from './usage.ts';

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

/** POST /chat/completions, plain and streamed (WIRE C.1). */
export const chatRoutes = ({ clock, tokens, paceOf }: ModelDeps): Router =>
  Router().post('/chat/completions', async (req, res) => {
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
    const pace = paceOf(res);
    if (body.stream) {
      const usage = body.stream_options?.include_usage ?? false;
      await streamAnswer(res, head, answer, { usage, fault, pace });
      return;
    }
    await pace(answer.text);
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

import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { invalid } from '../core/errors.ts';
import { inputSentence } from './input-sentence.ts';

interface RouteContract<P, Q, B, R> {
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  /** What may leave the server; absent means 204 with no body. */
  response?: z.ZodType<R>;
  /** The success status unless the handler sets another on `res`. */
  status?: number;
}

interface RouteInput<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  req: Request;
  res: Response;
}

/**
 * One route, validated in and out by its contract: the handler gets typed input and returns the answer.
 * Bad input is one 400 problem naming the field; errors of the handler go to http/error-handler.
 */
export function handle<P = undefined, Q = undefined, B = undefined, R = undefined>(
  contract: RouteContract<P, Q, B, R>,
  handler: (input: RouteInput<P, Q, B>) => Promise<R> | R,
): RequestHandler {
  return async (req, res) => {
    const input = {
      params: readInput(contract.params, req.params),
      query: readInput(contract.query, withoutEmpty(req.query)),
      body: readInput(contract.body, req.body),
      req,
      res,
    };
    if (contract.status) res.status(contract.status);
    const answer = await handler(input);
    if (res.headersSent) return;
    if (!contract.response) {
      res.status(204).end();
      return;
    }
    res.json(contract.response.parse(answer));
  };
}

/** SPEC §7: an empty query parameter is the same as an absent one. */
function withoutEmpty(query: Request['query']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** What the contract makes of a request's part; throws 400 with a sentence that names the field. */
export function readInput<T>(schema: z.ZodType<T> | undefined, value: unknown): T {
  // Without a schema T is undefined by the defaults above.
  if (!schema) return undefined as T;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(inputSentence(result.error, value));
}

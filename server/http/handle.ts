import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { invalid } from '../core/errors.ts';
import { inputSentence } from './problems.ts';

interface RouteContract<P, Q, B, R> {
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  response?: z.ZodType<unknown, R>;
  status?: number;
}

interface RouteInput<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  req: Request;
  res: Response;
}

/** Reads input and writes the answer by the contract, the list of fields that leave; bad input is a 400 that names the field. */
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

function withoutEmpty(query: Request['query']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

export function readInput<T>(schema: z.ZodType<T> | undefined, value: unknown): T {
  if (!schema) return undefined as T;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(inputSentence(result.error, value));
}

/** Ends when the caller leaves before the answer is out. */
export function goneOf(res: Response): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone.signal;
}

import { STATUS_CODES } from 'node:http';
import type { Response } from 'express';
import type { ProblemCode } from '#shared/contracts/problem-codes.ts';

export function sendProblem(
  res: Response,
  status: number,
  code: ProblemCode,
  detail: string,
  extra: Readonly<Record<string, unknown>> = {},
): void {
  res
    .status(status)
    .type('application/problem+json')
    .set('Cache-Control', 'no-store')
    .send(JSON.stringify({ ...extra, status, title: STATUS_CODES[status] ?? 'Error', detail, code }));
}

import express, { type RequestHandler } from 'express';
import { AppError, invalid } from '../core/errors.ts';
import { decodeText } from '../text/decode-text.rules.ts';

interface FileBodyOptions {
  /** Content types of files; other bodies are left to later handlers. */
  types: string[];
  limitBytes: number;
  /** Says what to do with a file over the limit. */
  tooLarge: string;
}

/**
 * Reads a file that the owner uploads as the request's body, in whatever encoding it was
 * saved. `req.body` becomes its text. Responds 400 if the encoding cannot be determined,
 * and 413 over the limit.
 */
export function fileBody({
  types,
  limitBytes,
  tooLarge,
}: FileBodyOptions): RequestHandler {
  const read = express.raw({ type: types, limit: limitBytes });
  return (req, res, next) =>
    read(req, res, (error?: unknown) => {
      if (isTooLarge(error)) return next(new AppError(413, 'body_too_large', tooLarge));
      if (error !== undefined || !Buffer.isBuffer(req.body)) return next(error);
      const charset =
        /charset="?([\w.:-]{1,40})/i.exec(req.get('content-type') ?? '')?.[1] ?? null;
      const decoded = decodeText(req.body, charset);
      if ('problem' in decoded) return next(invalid(decoded.problem));
      req.body = decoded.text;
      next();
    });
}

const isTooLarge = (error: unknown) =>
  error instanceof Error && 'status' in error && error.status === 413;

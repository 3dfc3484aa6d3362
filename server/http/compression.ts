import compression from 'compression';
import type { RequestHandler } from 'express';

/**
 * Compresses only JSON and CSV: event streams must not wait in a buffer, and backups are
 * compressed already.
 */
export function compressed(): RequestHandler {
  return compression({
    threshold: 1_000,
    filter: (_req, res) =>
      /^(application\/(problem\+)?json|text\/csv)/.test(
        String(res.getHeader('Content-Type')),
      ),
  });
}

import type { Request, Response } from 'express';
import { htmlPage } from './html.ts';

/**
 * No form-action here: Chromium applies it to the redirect after a post too, and the consent page's post
 * redirects to whatever callback the app has named.
 */
const CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Answers with a page of the sandbox. The opener policy is `unsafe-none`, as on Google's consent page: any other
 * value on another origin would cut the popup off from the window that has to hear of the result.
 */
export const sendPage = (res: Response, status: number, title: string, body: string): void => {
  res
    .status(status)
    .set({
      'Content-Security-Policy': CSP,
      'Cross-Origin-Opener-Policy': 'unsafe-none',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    })
    .type('html')
    .send(htmlPage(title, body));
};

/** The origin the caller reached us by; addresses of pictures are made with it. */
export const originOf = (req: Request): string => `http://${req.headers.host ?? '127.0.0.1'}`;

/** A parameter of the query or of a form: the first value when repeated, null when absent or empty. */
export const firstValue = (source: unknown, name: string): string | null => {
  if (typeof source !== 'object' || source === null) return null;
  const value: unknown = Reflect.get(source, name);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : null;
};

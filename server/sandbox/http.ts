import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request, Response } from 'express';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes like Google's search results, which turn `'` into `&#39;`. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (found) => entities[found] ?? found);

const CSS = `
:root{color-scheme:light dark;--line:#8886;--muted:color-mix(in srgb,CanvasText 70%,Canvas)}
body{margin:0;font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1rem}
main.narrow{max-width:30rem;padding:.5rem}
h1{font-size:1.25rem;line-height:1.25;margin:0 0 .25rem}
h2{font-size:1rem;margin:2rem 0 .5rem}
p{margin:.25rem 0 .75rem}
fieldset{border:0;margin:0 0 .5rem;padding:0}
label.choice{display:flex;gap:.75rem;align-items:center;padding:.3rem .6rem;border:1px solid var(--line);border-radius:6px;margin-bottom:.35rem;font-size:.875rem;line-height:1.35;cursor:pointer}
label.choice img{width:36px;height:36px;border-radius:50%}
.muted{color:var(--muted);font-size:.8125rem}
.label{border:1px solid var(--line);border-radius:6px;padding:0 .4rem;font-size:.75rem;font-weight:400}
.row{display:flex;gap:.5rem;justify-content:flex-end;flex-wrap:wrap}
main.narrow .row{position:sticky;bottom:0;background:Canvas;padding:.5rem 0}
button,select,input[type=number]{font:inherit;padding:.3rem .8rem;max-width:100%}
button.primary{font-weight:600}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-top:1px solid var(--line)}
code{font-size:.85em;overflow-wrap:anywhere}
`;

// CSP has no form-action: Chromium also applies it to redirects, and the consent page's
// form leads to the app's callback.
const CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

interface Page {
  status: number;
  title: string;
  /** HTML, so the caller must escape external text. */
  body: string;
  /** Added to the styles of all pages. */
  css?: string;
}

export const sendPage = (
  res: Response,
  { status, title, body, css = '' }: Page,
): void => {
  res
    .status(status)
    .set({
      'Content-Security-Policy': CSP,
      // Google's page sends this too; any other value would separate the popup from its
      // opener.
      'Cross-Origin-Opener-Policy': 'unsafe-none',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    })
    .type('html')
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${CSS}${css}</style></head><body>${body}</body></html>`);
};

export const originOf = (req: Request): string =>
  `http://${req.headers.host ?? '127.0.0.1'}`;

export const pathOf = (req: Request): string => req.originalUrl.split('?')[0] ?? '';

export const bearerOf = (req: Request): string | null =>
  /^Bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? null;

/** Returns the first of repeated values, or null if the value is absent or empty. */
export const firstValue = (source: unknown, name: string): string | null => {
  if (typeof source !== 'object' || source === null) return null;
  const value: unknown = Reflect.get(source, name);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : null;
};

/** Binds the port before anything else is opened. Rejects with EADDRINUSE. */
export const listen = async (port: number, host: string) => {
  let listener: RequestListener = (_req, res) =>
    res.writeHead(503, { 'Retry-After': '1' }).end();
  const server = createServer((req, res) => listener(req, res));
  // Some faults hold a request longer than Node's default timeout of five minutes.
  server.requestTimeout = 0;
  const open = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  await open(port);
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    handle(next: RequestListener) {
      listener = next;
    },
    /** Refuses new connections and cuts open ones until `reopen`. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    /** Rejects with EADDRINUSE if another process has taken the port. */
    reopen: () => open(address.port),
  };
};

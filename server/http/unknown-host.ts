import type { RequestHandler } from 'express';
import { isLocalHost } from '../config/local-host.ts';
import { AppError } from '../core/errors.ts';

interface OwnNames {
  publicUrl: string;
  host: string;
}

/** Answers 421 to foreign names, against DNS rebinding (rule 6.7). */
export function refuseUnknownHosts({ publicUrl, host }: OwnNames): RequestHandler {
  const ours = [new URL(publicUrl).hostname, nameOf(host.includes(':') ? `[${host}]` : host)];
  const advice =
    `Chime In does not answer to this name. Open ${publicUrl} instead. ` +
    'If that is not its address, set PUBLIC_URL to the one you use and restart.';
  return (req, res, next) => {
    const header = req.get('host');
    // Only HTTP/1.0 omits it.
    if (header === undefined) return next();
    const name = nameOf(header);
    if (name !== null && (ours.includes(name) || isLocalHost(name))) return next();
    if (!req.get('accept')?.includes('text/html')) throw new AppError(421, 'unknown_host', advice);
    res.status(421).set('Cache-Control', 'no-store').type('text/plain').send(`${advice}\n`);
  };
}

function nameOf(host: string): string | null {
  const url = `http://${host}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(url) ? new URL(url).hostname : null;
}

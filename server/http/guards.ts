import { type Request, type RequestHandler, Router } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import helmet from 'helmet';
import type { Config } from '../config/config.ts';
import { AppError, unauthenticated } from '../core/errors.ts';
import { isLocalHost } from '../core/local-host.ts';

const redirectedCookie = 'chime-in.redirected';
const redirectedSeconds = 10;

/**
 * Redirects pages opened at 127.0.0.1 to PUBLIC_URL, for which the cookie and Google's
 * redirect are made. Behind a proxy that replaces the Host header, as nginx does by
 * default, every page looks as if it was opened at 127.0.0.1. So a browser that was
 * redirected a moment ago and sends the cookie of that redirect is at PUBLIC_URL already.
 */
export function redirectToPublicUrl(publicUrl: string): RequestHandler {
  const { host: publicHost, hostname } = new URL(publicUrl);
  const mayBeBehindProxy = !isLocalHost(hostname);
  return (req, res, next) => {
    const host = req.get('host') ?? publicHost;
    const isNavigation =
      req.method === 'GET' && (req.get('accept') ?? '').includes('text/html');
    const isPage = !/^\/(api|healthz|readyz)(\/|$)/.test(req.path);
    if (
      host === publicHost ||
      !isNavigation ||
      !isPage ||
      !isLocalHost(host.replace(/:\d+$/, ''))
    ) {
      return next();
    }
    if (mayBeBehindProxy) {
      if (req.get('cookie')?.includes(`${redirectedCookie}=`)) return next();
      res.cookie(redirectedCookie, '1', {
        maxAge: redirectedSeconds * 1000,
        httpOnly: true,
        sameSite: 'lax',
      });
    }
    res.redirect(
      302,
      `${publicUrl}${req.originalUrl.startsWith('/') ? req.originalUrl : '/'}`,
    );
  };
}

/**
 * `same-site` is foreign too, because all ports of a host are one site. A request without
 * both headers is from a program, not a browser.
 */
function isForeign(req: Request, origin: string): boolean {
  const site = req.get('sec-fetch-site') ?? 'none';
  const sender = req.get('origin') ?? origin;
  return !['same-origin', 'none'].includes(site) || sender !== origin;
}

/** Refuses reads too, because their timing and side effects can reveal something. */
export function refuseCrossSite(origin: string): RequestHandler {
  return (req, _res, next) => {
    if (!isForeign(req, origin)) return next();
    throw new AppError(
      403,
      'cross_site',
      `This request came from another site and was refused. Open ${origin} and try again there.`,
    );
  };
}

interface Limit {
  minutes?: number;
  /**
   * Counts all requests of one connected machine together, whatever address their headers
   * claim.
   */
  byPeer?: boolean;
}

const limiter = (
  limit: number,
  what: string,
  { minutes = 1, byPeer = false }: Limit = {},
): RequestHandler =>
  rateLimit({
    windowMs: minutes * 60_000,
    limit,
    // The Forwarded header, which some proxies send as well, is not read. Without this
    // the library would warn about it.
    validate: { forwardedHeader: false },
    ...(byPeer && {
      keyGenerator: (req) => ipKeyGenerator(req.socket.remoteAddress ?? ''),
    }),
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: (_req, _res, next) => {
      next(
        new AppError(
          429,
          'rate_limited',
          `${what} in a short time. Wait a few minutes and try again.`,
        ),
      );
    },
  });

/**
 * Limits each visitor, and all visitors of one proxy together: if the proxy passes on an
 * X-Forwarded-For header that its visitors wrote, the limit per visitor alone could be
 * evaded by changing that header.
 */
export function limitSignIns(): RequestHandler {
  const what = 'Too many attempts to sign in';
  const perPeer = limiter(300, what, { minutes: 15, byPeer: true });
  const perVisitor = limiter(100, what, { minutes: 15 });
  return Router().use(perPeer, perVisitor);
}
export const limitGeneration = () => limiter(60, 'Too many comments were asked for');
export const limitNoticeTests = () => limiter(10, 'Too many test notices were sent');
export const limitModelTests = () => limiter(30, 'A language model was tried too often');

const googleImages = [
  'https://*.ytimg.com',
  'https://*.ggpht.com',
  'https://*.googleusercontent.com',
];

/**
 * Allows only our own files and no frames, and lets the sign-in popup return from Google.
 */
export function securityHeaders(
  isHttps: boolean,
  googleOrigin: string | null,
): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // The dialogs' scroll lock writes a style element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: [
          "'self'",
          'data:',
          ...googleImages,
          ...(googleOrigin ? [googleOrigin] : []),
        ],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // This would break pages served over plain http.
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  });
  return (req, res, next) => {
    headers(req, res, (error?: unknown) => {
      // The popup must keep its opener across Google's pages.
      if (/^\/auth(\/|$)/.test(req.path))
        res.set('Cross-Origin-Opener-Policy', 'unsafe-none');
      next(error);
    });
  };
}

/**
 * Responds 421 to unknown host names, as a protection against DNS rebinding (rule 6.7).
 */
export function refuseUnknownHosts({
  publicUrl,
  host,
}: Pick<Config, 'publicUrl' | 'host'>): RequestHandler {
  const ours = [
    new URL(publicUrl).hostname,
    nameOf(host.includes(':') ? `[${host}]` : host),
  ];
  const advice =
    `Chime In does not answer to this name. Open ${publicUrl} instead. ` +
    'If that is not its address, set PUBLIC_URL to the one you use and restart. ' +
    'If you did open it there, the proxy before Chime In does not pass on the Host header ' +
    '(nginx: proxy_set_header Host $host).';
  return (req, res, next) => {
    const header = req.get('host');
    // Only HTTP/1.0 clients omit the Host header.
    if (header === undefined) return next();
    const name = nameOf(header);
    if (name !== null && (ours.includes(name) || isLocalHost(name))) return next();
    if (!req.get('accept')?.includes('text/html'))
      throw new AppError(421, 'unknown_host', advice);
    res
      .status(421)
      .set('Cache-Control', 'no-store')
      .type('text/plain')
      .send(`${advice}\n`);
  };
}

function nameOf(host: string): string | null {
  const url = `http://${host}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(url) ? new URL(url).hostname : null;
}

export type IsOwner = (googleSub: string) => Promise<boolean>;

export function requireOwner(isOwner: IsOwner): RequestHandler {
  return async (req, _res, next) => {
    const { googleSub } = req.session;
    if (!googleSub || !(await isOwner(googleSub))) throw unauthenticated();
    next();
  };
}

export const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};

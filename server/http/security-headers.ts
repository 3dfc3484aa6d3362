import type { RequestHandler } from 'express';
import helmet from 'helmet';

interface Origins {
  isHttps: boolean;
  googleOrigin: string | null;
}

const googleImages = ['https://*.ytimg.com', 'https://*.ggpht.com', 'https://*.googleusercontent.com'];

/** Allows only our own files, no frames, and the popup's return from Google. */
export function securityHeaders({ isHttps, googleOrigin }: Origins): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // The dialogs' scroll lock writes a style element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', ...googleImages, ...(googleOrigin ? [googleOrigin] : [])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Plain http would break.
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
      if (/^\/auth(\/|$)/.test(req.path)) res.set('Cross-Origin-Opener-Policy', 'unsafe-none');
      next(error);
    });
  };
}

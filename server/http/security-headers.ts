import type { RequestHandler } from 'express';
import helmet from 'helmet';

interface Origins {
  isHttps: boolean;
  /** The stand-in for Google, which also serves thumbnails and avatars; null for Google itself. */
  googleOrigin: string | null;
}

/** Thumbnails, channel pictures and profile pictures each come from several numbered hosts. */
const googleImages = ['https://*.ytimg.com', 'https://*.ggpht.com', 'https://*.googleusercontent.com'];

/**
 * What every answer says about itself: nothing but our own files may run, nobody may frame us, and a popup
 * may come back from Google (DESIGN §4: COOP).
 */
export function securityHeaders({ isHttps, googleOrigin }: Origins): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // The dialogs' scroll lock writes a style element, whose text depends on the window.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', ...googleImages, ...(googleOrigin ? [googleOrigin] : [])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Over plain http in a local network this would break every request.
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
      // The popup's pages must keep their opener across Google's own pages.
      if (/^\/auth(\/|$)/.test(req.path)) res.set('Cross-Origin-Opener-Policy', 'unsafe-none');
      next(error);
    });
  };
}

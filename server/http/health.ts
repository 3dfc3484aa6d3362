import { Router } from 'express';

const checkMs = 2_000;

/** Ready if `check` resolves in time. */
export function healthRoutes(check: () => Promise<void>): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_req, res) => {
    const ready = await resolvesInTime(check);
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ready' : 'unavailable' });
  });
  return router;
}

async function resolvesInTime(check: () => Promise<void>): Promise<boolean> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, checkMs, new Error('no answer in time'));
  try {
    await Promise.race([check(), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

import { Router } from 'express';

interface HealthDeps {
  ping(): Promise<void>;
  isStopping(): boolean;
}

const pingMs = 2_000;

export function healthRoutes({ ping, isStopping }: HealthDeps): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_req, res) => {
    const ready = !isStopping() && (await answers(ping));
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ready' : 'unavailable' });
  });
  return router;
}

async function answers(ping: () => Promise<void>): Promise<boolean> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, pingMs, new Error('no answer in time'));
  try {
    await Promise.race([ping(), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

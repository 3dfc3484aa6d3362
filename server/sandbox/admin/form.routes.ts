import { type Request, type RequestHandler, Router } from 'express';
import { presets } from '../faults/presets.ts';
import { firstValue } from '../http.ts';
import { buckets } from '../youtube/quota.ts';
import type { SandboxAdmin } from './admin.ts';

/** The buttons of the sandbox's page: each does one thing of the admin and comes back to the page. */
export const formRoutes = (admin: SandboxAdmin): Router => {
  const act =
    (work: (field: (name: string) => string) => void): RequestHandler =>
    (req: Request, res) => {
      work((name) => firstValue(req.body, name) ?? '');
      res.redirect(303, '/sandbox');
    };

  return Router()
    .post(
      '/form/fault',
      act((field) => {
        const preset = presets.find(({ key }) => key === field('preset'));
        if (!preset) throw new RangeError('No such fault.');
        admin.fault({ ...preset.order, times: Number(field('times') || 1) });
      }),
    )
    .post(
      '/form/remove-fault',
      act((field) => admin.removeFault(Number(field('id')))),
    )
    .post(
      '/form/revoke',
      act((field) => void admin.revoke(field('account'))),
    )
    .post(
      '/form/exhaust',
      act((field) => {
        const bucket = buckets.find((name) => name === field('bucket'));
        if (!bucket) throw new RangeError('No such bucket.');
        admin.setQuota(bucket, { used: admin.state().quota[bucket].limit });
      }),
    )
    .post(
      '/form/expire',
      act(() => admin.expireAccessTokens()),
    )
    .post(
      '/form/reset',
      act(() => admin.reset()),
    );
};

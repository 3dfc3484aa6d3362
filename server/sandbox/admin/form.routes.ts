import { type RequestHandler, Router } from 'express';
import { moderationChangeSchema } from '../comments/moderation.ts';
import { presets } from '../faults/presets.ts';
import { firstValue } from '../request.ts';
import { buckets } from '../youtube/quota.ts';
import type { SandboxAdmin } from './admin.ts';

export const formRoutes = (admin: SandboxAdmin): Router => {
  const act =
    (work: (field: (name: string) => string) => void): RequestHandler =>
    (req, res) => {
      work((name) => firstValue(req.body, name) ?? '');
      res.redirect(303, '/sandbox');
    };

  const queueFault = act((field) => {
    const preset = presets.find(({ key }) => key === field('preset'));
    if (!preset) throw new RangeError('No such fault.');
    admin.fault({ ...preset.order, times: Number(field('times') || 1) });
  });
  const useUp = act((field) => {
    const bucket = buckets.find((name) => name === field('bucket'));
    if (!bucket) throw new RangeError('No such bucket.');
    admin.setQuota(bucket, { used: admin.state().quota[bucket].limit });
  });
  const removeFault = act((field) => admin.removeFault(Number(field('id'))));
  const moderate = act((field) => {
    const leaksHeld = field('leaksHeld') === 'yes';
    admin.setModeration(moderationChangeSchema.parse({ fates: field('fates'), leaksHeld }));
  });
  const reply = act((field) => void admin.orderReplies(field('id'), { by: 'stranger' }));
  const revoke = act((field) => void admin.revoke(field('account')));

  return Router()
    .post('/form/fault', queueFault)
    .post('/form/exhaust', useUp)
    .post('/form/remove-fault', removeFault)
    .post('/form/moderation', moderate)
    .post('/form/reply', reply)
    .post('/form/revoke', revoke)
    .post('/form/expire', act(admin.expireAccessTokens))
    .post('/form/reset', act(admin.reset));
};

import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { commentStateSchema, moderationChangeSchema } from '../comments/moderation.ts';
import { faultOrderSchema } from '../faults/fault.ts';
import { sendPage } from '../html.ts';
import { buckets } from '../youtube/quota.ts';
import type { SandboxAdmin } from './admin.ts';
import { formRoutes } from './form.routes.ts';
import { overviewPage } from './overview-page.ts';

const quotaSchema = z.object({
  bucket: z.enum(buckets),
  limit: z.number().int().min(0).optional(),
  used: z.number().int().min(0).optional(),
});
const stateSchema = z.object({ state: commentStateSchema });
const videoSchema = z.object({
  commentsOff: z.boolean().exactOptional(),
  isGone: z.boolean().exactOptional(),
});

const sameOriginOnly: RequestHandler = (req, res, next) => {
  const isForeign = ['cross-site', 'same-site'].includes(req.get('sec-fetch-site') ?? '');
  if (isForeign && req.method !== 'GET') res.status(403).json({ error: 'Refused: sent by another site.' });
  else next();
};

const sendProblem: ErrorRequestHandler = (error, _req, res, _next) => {
  const isBad = error instanceof z.ZodError || (error instanceof SyntaxError && 'body' in error);
  const status = isBad ? 400 : error instanceof RangeError ? 404 : 500;
  const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error.message);
  res.status(status).json({ error: message });
};

export const adminRoutes = (admin: SandboxAdmin): Router => {
  const act =
    (work: (req: express.Request) => void): RequestHandler =>
    (req, res) => {
      work(req);
      res.status(204).end();
    };
  return Router()
    .use(sameOriginOnly, express.json({ limit: '1mb' }), express.urlencoded({ extended: false }))
    .get('/', (_req, res) => sendPage(res, 200, 'Sandbox', overviewPage(admin.state())))
    .get('/state', (_req, res) => res.json(admin.state()))
    .get('/requests', (_req, res) => res.json(admin.requests()))
    .post('/faults', (req, res) => {
      res.status(201).json({ id: admin.fault(faultOrderSchema.parse(req.body)) });
    })
    .delete('/faults', act(admin.clearFaults))
    .put('/quota', (req, res) => {
      const { bucket, ...change } = quotaSchema.parse(req.body);
      admin.setQuota(bucket, change);
      res.json(admin.state().quota);
    })
    .post('/accounts/:id/revoke', (req, res) => res.json({ ended: admin.revoke(req.params.id) }))
    .post('/tokens/expire', act(admin.expireAccessTokens))
    .put('/comments/:id/state', (req, res) => {
      admin.setCommentState(req.params.id, stateSchema.parse(req.body).state);
      res.status(204).end();
    })
    .get('/comments/:id/replies', (req, res) => res.json(admin.repliesTo(req.params.id)))
    .post('/comments/:id/replies', (req, res) => {
      res.status(201).json({ ids: admin.orderReplies(req.params.id, req.body ?? {}) });
    })
    .put('/moderation', (req, res) => {
      admin.setModeration(moderationChangeSchema.parse(req.body));
      res.json(admin.state().moderation);
    })
    .put('/videos/:id', (req, res) => {
      admin.changeVideo(req.params.id, videoSchema.parse(req.body));
      res.status(204).end();
    })
    .post('/reset', act(admin.reset))
    .use(formRoutes(admin))
    .use((req, res) => {
      res.status(404).json({ error: `Nothing at ${req.originalUrl}` });
    })
    .use(sendProblem);
};

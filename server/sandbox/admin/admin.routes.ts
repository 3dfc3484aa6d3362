import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { commentStateSchema } from '../comments/moderation.ts';
import { faultOrderSchema } from '../faults/fault.ts';
import { sendPage } from '../http.ts';
import { buckets } from '../youtube/quota.ts';
import type { SandboxAdmin } from './admin.ts';
import { formRoutes } from './form.routes.ts';
import { overviewPage } from './overview-page.ts';

const quotaSchema = z.object({
  bucket: z.enum(buckets),
  limit: z.number().int().min(0).optional(),
  used: z.number().int().min(0).optional(),
});
const grantSchema = z.object({ clientId: z.string().min(1), scopes: z.array(z.string()).optional() });
const lifetimeSchema = z.object({ seconds: z.number().min(0) });
const stateSchema = z.object({ state: commentStateSchema });

/** A page of some other site must not be able to play with the sandbox of whoever visits it. */
const sameSiteOnly: RequestHandler = (req, res, next) => {
  const isCrossSite = req.get('sec-fetch-site') === 'cross-site' || req.get('sec-fetch-site') === 'same-site';
  if (isCrossSite && req.method !== 'GET') res.status(403).json({ error: 'Refused: sent by another site.' });
  else next();
};

const sendProblem: ErrorRequestHandler = (error, _req, res, _next) => {
  const issues =
    error instanceof z.ZodError
      ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
      : null;
  const isUnknown = error instanceof RangeError;
  const status = issues || (error instanceof SyntaxError && 'body' in error) ? 400 : isUnknown ? 404 : 500;
  res
    .status(status)
    .json({ error: issues?.join('; ') ?? (error instanceof Error ? error.message : 'Failed') });
};

/** The admin's routes, to be mounted at /sandbox: JSON for scripts, forms for people. */
export const adminRoutes = (admin: SandboxAdmin): Router =>
  Router()
    .use(sameSiteOnly, express.json({ limit: '1mb' }), express.urlencoded({ extended: false }))
    .get('/', (_req, res) => sendPage(res, 200, 'Sandbox', overviewPage(admin.state())))
    .get('/state', (_req, res) => res.json(admin.state()))
    .get('/requests', (_req, res) => res.json(admin.requests()))
    .delete('/requests', (_req, res) => {
      admin.clearRequests();
      res.status(204).end();
    })
    .get('/faults', (_req, res) => res.json(admin.state().faults))
    .post('/faults', (req, res) => {
      res.status(201).json({ id: admin.fault(faultOrderSchema.parse(req.body)) });
    })
    .delete('/faults', (_req, res) => {
      admin.clearFaults();
      res.status(204).end();
    })
    .delete('/faults/:id', (req, res) => {
      admin.removeFault(Number(req.params.id));
      res.status(204).end();
    })
    .put('/quota', (req, res) => {
      const { bucket, ...change } = quotaSchema.parse(req.body);
      admin.setQuota(bucket, change);
      res.json(admin.state().quota);
    })
    .post('/accounts/:id/revoke', (req, res) => res.json({ ended: admin.revoke(req.params.id) }))
    .post('/accounts/:id/grant', (req, res) => {
      const { clientId, scopes } = grantSchema.parse(req.body);
      res.status(201).json(admin.grant(req.params.id, { clientId, ...(scopes && { scopes }) }));
    })
    .post('/tokens/expire', (_req, res) => {
      admin.expireAccessTokens();
      res.status(204).end();
    })
    .put('/tokens/lifetime', (req, res) => {
      admin.setGrantLifetime(lifetimeSchema.parse(req.body).seconds);
      res.status(204).end();
    })
    .put('/comments/:id/state', (req, res) => {
      admin.setCommentState(req.params.id, stateSchema.parse(req.body).state);
      res.status(204).end();
    })
    .post('/reset', (_req, res) => {
      admin.reset();
      res.status(204).end();
    })
    .use(formRoutes(admin))
    .use((req, res) => {
      res.status(404).json({ error: `Nothing at ${req.originalUrl}` });
    })
    .use(sendProblem);

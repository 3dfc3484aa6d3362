import express, { type RequestHandler, type Router } from 'express';
import { loadSampleSchema, sandboxStateSchema } from '#shared/contracts/sandbox.ts';
import type { Clock } from '../core/clock.ts';
import { beginFirstSession, endSession } from '../features/auth/sign-in-session.ts';
import { limitSignIns } from '../http/guards.ts';
import { routes } from '../http/handle.ts';
import type { SampleDataService } from './sample-data.service.ts';

interface Deps {
  service: SampleDataService;
  ownerOnly: RequestHandler;
  clock: Clock;
}

/**
 * Before there is an owner nobody has to be signed in: loading the sample creates the
 * owner.
 */
export const sampleDataRoutes = ({ service, ownerOnly, clock }: Deps): Router =>
  routes((route, router) => {
    const ownerIfAny: RequestHandler = async (req, res, next) => {
      if (await service.isOpenToAll()) next();
      else await ownerOnly(req, res, next);
    };
    router.use(['/sandbox', '/sandbox/sample'], ownerIfAny);
    router.use('/sandbox/start-over', ownerOnly);
    router.post('/sandbox/sample', limitSignIns(), express.json({ limit: '1kb' }));

    route('get /sandbox', { response: sandboxStateSchema }, service.state);

    route('post /sandbox/sample', { body: loadSampleSchema }, async ({ body, req }) => {
      const googleSub = await service.load(body.timeZone);
      await beginFirstSession(req, googleSub, clock);
    });

    route('post /sandbox/start-over', {}, async ({ req, res }) => {
      await service.startOver();
      await endSession(req, res);
    });
  });

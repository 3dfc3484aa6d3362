import { Router } from 'express';
import { authUserResponseSchema, tokenStatusSchema } from '#shared/contracts/auth.ts';
import type { Events } from '../../core/events.ts';
import { handle } from '../../http/handle.ts';
import { presentUser, type StandIns } from './account.presenter.ts';
import type { AccountService } from './account.service.ts';
import { endSession } from './sign-in-session.ts';

interface Deps {
  service: AccountService;
  events: Events;
  standIns: StandIns;
}

/** The one open call (DESIGN §4): who is signed in, if anybody. */
export function openAccountRoutes({ service, standIns }: Omit<Deps, 'events'>): Router {
  const router = Router();
  router.get(
    '/auth/user',
    handle({ response: authUserResponseSchema }, async ({ req }) => {
      const { googleSub } = req.session;
      const account = googleSub ? await service.account() : null;
      return presentUser(account?.googleSub === googleSub ? account : null, standIns);
    }),
  );
  return router;
}

/** What only the owner may ask. */
export function accountRoutes({ service, events }: Omit<Deps, 'standIns'>): Router {
  const router = Router();
  router.get(
    '/auth/token-status',
    handle({ response: tokenStatusSchema }, () => service.tokenStatus()),
  );
  router.post(
    '/auth/logout',
    handle({}, async ({ req, res }) => {
      await endSession(req, res);
      events.changed('auth');
    }),
  );
  router.post(
    '/auth/disconnect',
    handle({}, async ({ req, res }) => {
      await service.disconnect();
      await endSession(req, res);
    }),
  );
  return router;
}

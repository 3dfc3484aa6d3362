import type { Router } from 'express';
import { z } from 'zod';
import { type SetupLine, setupLineSchema } from '#shared/contracts/connection.ts';
import {
  type AuthUserResponse,
  authUserResponseSchema,
  tokenStatusSchema,
} from '#shared/contracts/status.ts';
import type { EventLog } from '../../core/events.ts';
import { routes } from '../../http/handle.ts';
import type { Account, AccountService } from './account.service.ts';
import { endSession } from './sign-in-session.ts';

type StandIns = AuthUserResponse['sandbox'];

interface Deps {
  service: AccountService;
  events: EventLog;
  standIns: () => Promise<StandIns>;
  checkSetup: () => Promise<SetupLine[]>;
}

export const openAccountRoutes = ({
  service,
  standIns,
  events,
}: Pick<Deps, 'service' | 'standIns' | 'events'>): Router =>
  routes((route) => {
    route('get /auth/user', { response: authUserResponseSchema }, async ({ req }) => {
      const { googleSub } = req.session;
      const account = googleSub ? await service.account() : null;
      const sandbox = await standIns();
      if (!account || account.googleSub !== googleSub)
        return { authenticated: false, user: null, sandbox, lastEventId: null };
      return {
        authenticated: true,
        user: presentUser(account),
        sandbox,
        lastEventId: events.lastId(),
      };
    });
  });

export const accountRoutes = ({
  service,
  events,
  checkSetup,
}: Omit<Deps, 'standIns'>): Router =>
  routes((route) => {
    route('get /auth/token-status', { response: tokenStatusSchema }, () =>
      service.tokenStatus(),
    );
    route('post /setup-check', { response: z.array(setupLineSchema) }, () =>
      checkSetup(),
    );
    route('post /auth/logout', {}, async ({ req, res }) => {
      await endSession(req, res);
      events.changed('auth');
    });
    route('post /auth/disconnect', {}, async ({ req, res }) => {
      await service.disconnect();
      await endSession(req, res);
    });
  });

function presentUser(account: Account): NonNullable<AuthUserResponse['user']> {
  const { name, email, picture, channelId, channelTitle } = account;
  const channel =
    channelId === null ? null : { id: channelId, title: channelTitle ?? channelId };
  return { name, email, picture, channel };
}

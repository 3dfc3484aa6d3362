import type { RequestHandler, Router } from 'express';
import {
  createdTokenSchema,
  createTokenSchema,
  noticeListSchema,
  noticeSettingsSchema,
  noticeTestSchema,
  readNoticesSchema,
  statusSchema,
  testNoticeSchema,
  tokenSchema,
  updateNoticeSettingsSchema,
} from '#shared/contracts/notices.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { unauthenticated } from '../../core/errors.ts';
import { routes } from '../../http/handle.ts';
import type { MachinesService } from './machines.service.ts';
import type { NoticesService } from './notices.service.ts';

type Deps = { notices: NoticesService; machines: MachinesService };

const change = { body: updateNoticeSettingsSchema, response: noticeSettingsSchema };
const test = { body: testNoticeSchema, response: noticeTestSchema };
const newToken = { body: createTokenSchema, response: createdTokenSchema, status: 201 };

export const noticesRoutes = ({ notices, machines }: Deps): Router =>
  routes((route) => {
    route('get /notices', { response: noticeListSchema }, notices.list);
    route('post /notices/read', { body: readNoticesSchema }, ({ body }) =>
      notices.markRead(new Date(body.upTo)),
    );
    route('get /notices/settings', { response: noticeSettingsSchema }, notices.settings);
    route('put /notices/settings', change, ({ body }) => notices.change(body));
    route('post /notices/test', test, ({ body }) => notices.test(body.channel));
    route('get /tokens', { response: tokenSchema.array() }, machines.tokens);
    route('post /tokens', newToken, ({ body }) => machines.createToken(body.name));
    route('delete /tokens/:id', { params: idPathSchema }, ({ params }) =>
      machines.removeToken(params.id),
    );
  });

/** Accepts the owner's session or a read-only token. */
export const statusRoutes = (
  machines: MachinesService,
  requireOwner: RequestHandler,
): Router =>
  routes((route, router) => {
    router.use('/status', async (req, res, next) =>
      (await machines.knows(req.get('authorization')))
        ? next()
        : requireOwner(req, res, next),
    );
    route('get /status', { response: statusSchema }, machines.status);
  });

/** Accepts only a read-only token. */
export function metrics(machines: MachinesService): RequestHandler {
  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    if (!(await machines.knows(req.get('authorization'))))
      throw unauthenticated('This needs a token: make one in Settings, under Notices.');
    res.type('text/plain; version=0.0.4; charset=utf-8').send(await machines.metrics());
  };
}

import { Router } from 'express';
import { plannedDaysSchema } from '#shared/contracts/queue.ts';
import {
  freeSlotsQuerySchema,
  freeSlotsSchema,
  scheduleOverviewSchema,
  scheduleQuerySchema,
} from '#shared/contracts/schedule.ts';
import { handle } from '../../http/handle.ts';
import type { ScheduleService } from './schedule.service.ts';

export function scheduleRoutes({ service }: { service: ScheduleService }): Router {
  const router = Router();

  router.get(
    '/queue/schedule',
    handle({ query: scheduleQuerySchema, response: scheduleOverviewSchema }, ({ query: { from, to } }) =>
      service.overview({ from: new Date(from), to: new Date(to) }),
    ),
  );

  router.get(
    '/queue/free-slots',
    handle({ query: freeSlotsQuerySchema, response: freeSlotsSchema }, ({ query }) =>
      service.freeSlots(query.count),
    ),
  );

  router.get(
    '/queue/planned-days',
    handle({ response: plannedDaysSchema }, () => service.plannedDays()),
  );

  return router;
}

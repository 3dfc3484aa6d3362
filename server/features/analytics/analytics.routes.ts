import { Router } from 'express';
import { analyticsQuerySchema, analyticsResponseSchema } from '#shared/contracts/analytics.ts';
import { statsSchema } from '#shared/contracts/status.ts';
import { routeOn } from '../../http/handle.ts';
import type { AnalyticsService } from './analytics.service.ts';

export function analyticsRoutes({ service }: { service: AnalyticsService }): Router {
  const router = Router();
  const route = routeOn(router);

  route('get /stats', { response: statsSchema }, () => service.stats());
  route('get /analytics', { query: analyticsQuerySchema, response: analyticsResponseSchema }, ({ query }) =>
    service.analytics(query),
  );

  return router;
}

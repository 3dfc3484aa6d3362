import { Router } from 'express';
import { analyticsQuerySchema, analyticsResponseSchema } from '#shared/contracts/analytics.ts';
import { statsSchema } from '#shared/contracts/status.ts';
import { handle } from '../../http/handle.ts';
import type { AnalyticsService } from './analytics.service.ts';

export function analyticsRoutes({ service }: { service: AnalyticsService }): Router {
  const router = Router();

  router.get(
    '/stats',
    handle({ response: statsSchema }, () => service.stats()),
  );
  router.get(
    '/analytics',
    handle({ query: analyticsQuerySchema, response: analyticsResponseSchema }, ({ query }) =>
      service.analytics(query),
    ),
  );

  return router;
}

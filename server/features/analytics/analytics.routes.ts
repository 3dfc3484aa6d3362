import type { Router } from 'express';
import {
  analyticsQuerySchema,
  analyticsResponseSchema,
  learningQuerySchema,
  learningSchema,
} from '#shared/contracts/analytics.ts';
import { statsSchema } from '#shared/contracts/status.ts';
import { routes } from '../../http/handle.ts';
import type { AnalyticsService } from './analytics.service.ts';

export const analyticsRoutes = ({ service }: { service: AnalyticsService }): Router =>
  routes((route) => {
    route('get /stats', { response: statsSchema }, () => service.stats());
    route(
      'get /analytics',
      { query: analyticsQuerySchema, response: analyticsResponseSchema },
      ({ query }) => service.analytics(query),
    );
    route(
      'get /analytics/learning',
      { query: learningQuerySchema, response: learningSchema },
      ({ query }) => service.learning(query.timeZone),
    );
  });

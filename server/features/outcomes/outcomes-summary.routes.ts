import { Router } from 'express';
import { outcomesSummarySchema } from '#shared/contracts/outcomes.ts';
import { handle } from '../../http/handle.ts';
import type { OutcomesSummaryService } from './outcomes-summary.service.ts';

export function outcomesSummaryRoutes({ service }: { service: OutcomesSummaryService }): Router {
  const router = Router();

  router.get(
    '/outcomes/summary',
    handle({ response: outcomesSummarySchema }, () => service.summary()),
  );

  return router;
}

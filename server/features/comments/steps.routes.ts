import type { Router } from 'express';
import { undoStepsResponseSchema, undoStepsSchema } from '#shared/contracts/steps.ts';
import { routes } from '../../http/handle.ts';
import { nameSteps } from '../../http/step-header.ts';
import { presentCommentRow, presentQueueRow } from './comment.view.ts';
import type { StepsService } from './steps.service.ts';

export const stepsRoutes = ({ steps }: { steps: StepsService }): Router =>
  routes((route) => {
    route(
      'post /steps/undo',
      { body: undoStepsSchema, response: undoStepsResponseSchema },
      async ({ body, res }) => {
        const { undone, refused } = await steps.undo(body.ids);
        nameSteps(res, ...undone.map(({ view }) => view.step));
        return { undone: undone.map(presentUndone), refused };
      },
    );
  });

type Undone = Awaited<ReturnType<StepsService['undo']>>['undone'][number];

function presentUndone({ id, view }: Undone) {
  const { queueItem } = view;
  return {
    id,
    step: view.step,
    comment: presentCommentRow(view),
    item: queueItem && presentQueueRow({ ...view, queueItem }),
  };
}

import { type Response, Router } from 'express';
import type { z } from 'zod';
import { generateRequestSchema } from '#shared/contracts/comments.ts';
import { draftStreamEvents } from '#shared/contracts/draft-stream.ts';
import { AppError } from '../../core/errors.ts';
import { problemOf, type Report } from '../../http/error-handler.ts';
import { readInput } from '../../http/handle.ts';
import { openEventStream, sendEvent } from '../../http/open-event-stream.ts';
import { presentDraft } from './draft.presenter.ts';
import type { DraftingService } from './drafting.service.ts';

type Events = typeof draftStreamEvents;

interface Deps {
  service: Pick<DraftingService, 'generate'>;
  /** Hears of failures that an answer which has begun cannot hand on. */
  report: Report;
}

/**
 * POST /comments/generate for those who accept text/event-stream (shared/contracts/draft-stream.ts); others go on
 * to the next handler. The stream begins with its first event, so that what fails before is an ordinary problem.
 */
export function draftStreamRoutes({ service, report }: Deps): Router {
  return Router().post('/comments/generate', async (req, res, next) => {
    if (req.accepts(['application/json', 'text/event-stream']) !== 'text/event-stream') return next();
    const request = readInput(generateRequestSchema, req.body);
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const events = eventsOf(res);
    let text = request.begun ?? '';
    try {
      const drafted = await service.generate(request, {
        signal: gone.signal,
        words(more) {
          text += more;
          events.send('words', { text: more });
        },
        again(reason) {
          text = '';
          events.send('again', { reason });
        },
      });
      events.send('done', presentDraft(drafted));
    } catch (error) {
      if (gone.signal.aborted) {
        // Nobody is there to be told; what nobody foresaw is still worth a line in the log.
        if (!(error instanceof AppError) && error !== gone.signal.reason) report(error);
        return;
      }
      if (!res.headersSent) throw error;
      const { status, code, message } = problemOf(error, report);
      events.send('problem', { status, code, detail: message, text });
    }
    events.end();
  });
}

function eventsOf(res: Response) {
  let endHeartbeat = () => {};
  return {
    send<Name extends keyof Events>(name: Name, data: z.input<Events[Name]>): void {
      if (!res.headersSent) endHeartbeat = openEventStream(res);
      sendEvent(res, name, draftStreamEvents[name].parse(data));
    },
    end(): void {
      endHeartbeat();
      res.end();
    },
  };
}

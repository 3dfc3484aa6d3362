import { type Response, Router } from 'express';
import type { z } from 'zod';
import { generateRequestSchema } from '#shared/contracts/draft-requests.ts';
import { draftStreamEvents } from '#shared/contracts/draft-stream.ts';
import { AppError } from '../../core/errors.ts';
import { problemOf, type Report } from '../../http/error-handler.ts';
import { readInput } from '../../http/handle.ts';
import { openEventStream, sendEvent } from '../../http/open-event-stream.ts';
import { presentDraft } from './draft.presenter.ts';
import type { DraftingService } from './drafting.service.ts';

type Events = typeof draftStreamEvents;

interface Deps {
  service: Pick<DraftingService, 'stream'>;
  /** For failures after the response has begun. */
  report: Report;
}

/** A failure before the first event is answered as an ordinary problem. */
export function draftStreamRoutes({ service, report }: Deps): Router {
  return Router().post('/comments/generate', async (req, res, next) => {
    if (req.accepts(['application/json', 'text/event-stream']) !== 'text/event-stream') return next();
    const request = readInput(generateRequestSchema, req.body);
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const events = eventsOf(res);
    let text = request.begun ?? '';
    try {
      await service.stream(request, {
        signal: gone.signal,
        words(more) {
          text += more;
          events.send('words', { text: more });
        },
        reset(reason) {
          text = '';
          events.send('reset', { reason });
        },
        drafted: (draft) => events.send('done', presentDraft(draft)),
        judged: (draft) => events.send('judged', presentDraft(draft)),
      });
    } catch (error) {
      if (gone.signal.aborted) {
        // The client is gone: report only unforeseen errors.
        if (!(error instanceof AppError) && error !== gone.signal.reason) report(error);
        return;
      }
      const { status, code, message } = problemOf(error, report);
      if (!res.headersSent && code !== 'nothing_to_add') throw error;
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

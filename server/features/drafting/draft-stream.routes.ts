import { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import {
  draftStreamEvents,
  generateRequestSchema,
  regenerateRequestSchema,
} from '#shared/contracts/drafts.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { AppError } from '../../core/errors.ts';
import { openEventStream, sendEvent } from '../../http/event-stream.ts';
import { goneOf, problemOf, type Report, readInput } from '../../http/handle.ts';
import { presentDraft } from './draft.view.ts';
import type { GenerateListener } from './draft-writer.ts';
import type { DraftingService } from './drafting.service.ts';

interface Deps {
  service: Pick<DraftingService, 'generate' | 'regenerate' | 'answer'>;
  /** For failures after a streamed response has begun. */
  report: Report;
}

type StreamEvents = typeof draftStreamEvents;

/**
 * Streams drafts to clients that accept events. Must be mounted before the drafting
 * routes, to which all other requests for the same paths go on.
 */
export function draftStreamRoutes({ service, report }: Deps): Router {
  const router = Router();
  const streams = { router, report };
  addStream(
    streams,
    '/comments/generate',
    generateRequestSchema,
    ({ body, gone, listener }) => service.generate(body, gone, listener),
  );
  addStream(streams, '/comments/:id/regenerate', regenerateRequestSchema, (input) =>
    service.regenerate(idIn(input.params), input.body, input.gone, input.listener),
  );
  addStream(
    streams,
    '/replies/:id/draft',
    z.object({}).default({}),
    ({ params, gone, listener }) => service.answer(idIn(params), gone, listener),
  );
  return router;
}

const idIn = (params: unknown): number => readInput(idPathSchema, params).id;

interface StreamInput<B> {
  body: B;
  params: unknown;
  /** Aborted when the client disconnects. */
  gone: AbortSignal;
  listener: GenerateListener;
}

/** A failure before the first event is sent as an ordinary problem. */
function addStream<B extends object>(
  { router, report }: { router: Router; report: Report },
  path: string,
  schema: z.ZodType<B>,
  run: (input: StreamInput<B>) => Promise<unknown>,
): void {
  router.post(path, async (req, res, next) => {
    if (!prefersEvents(req)) return next();
    const body = readInput(schema, req.body);
    const gone = goneOf(res);
    const events = createStreamEvents(res);
    try {
      await run({ body, params: req.params, gone, listener: createListener(events) });
    } catch (error) {
      if (gone.aborted) {
        reportUnforeseen(error, gone, report);
        return;
      }
      // Before the first event, a failure is answered and reported like one of any other
      // route.
      const isNothingToAdd = error instanceof AppError && error.code === 'nothing_to_add';
      if (!res.headersSent && !isNothingToAdd) throw error;
      const { status, code, message } = problemOf(error, report);
      events.send('problem', { status, code, detail: message });
    }
    events.end();
  });
}

/** Reports an error after the client has disconnected, unless that caused it. */
function reportUnforeseen(error: unknown, gone: AbortSignal, report: Report): void {
  if (!(error instanceof AppError) && error !== gone.reason) report(error);
}

const prefersEvents = (req: Request): boolean =>
  req.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';

function createListener(events: ReturnType<typeof createStreamEvents>): GenerateListener {
  return {
    waiting: events.wait,
    words: (text) => events.send('words', { text }),
    reset: (reason) => events.send('reset', { reason }),
    drafted(draft) {
      // The headers are already sent, so the step is sent as an event.
      if (draft.step) events.send('step', { id: draft.step });
      events.send('done', presentDraft(draft));
    },
    judged: (draft) => events.send('judged', presentDraft(draft)),
  };
}

/**
 * Milliseconds for which `waiting` events are held back, so that a failure can be sent as
 * an ordinary problem.
 */
const quietMs = 1000;

function createStreamEvents(res: Response) {
  let endHeartbeat = () => {};
  let waiting: z.input<StreamEvents['waiting']> | null = null;
  let isQuiet = true;
  const quiet = setTimeout(() => {
    isQuiet = false;
    if (waiting && !res.headersSent) send('waiting', waiting);
  }, quietMs);

  function send<Name extends keyof StreamEvents>(
    name: Name,
    data: z.input<StreamEvents[Name]>,
  ): void {
    if (!res.headersSent) endHeartbeat = openEventStream(res);
    sendEvent(res, name, draftStreamEvents[name].parse(data));
  }

  res.once('close', () => clearTimeout(quiet));
  return {
    send,
    wait(phase: z.input<StreamEvents['waiting']>): void {
      waiting = phase;
      if (!isQuiet || res.headersSent) send('waiting', phase);
    },
    end(): void {
      endHeartbeat();
      res.end();
    },
  };
}

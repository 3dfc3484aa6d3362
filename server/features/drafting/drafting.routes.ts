import type { Response, Router } from 'express';
import { z } from 'zod';
import { commentAnalysisSchema, commentSchema, readRequestSchema } from '#shared/contracts/comment-detail.ts';
import {
  alternativesRequestSchema,
  bulkRunSchema,
  draftRecordSchema,
  draftStreamEvents,
  type GenerateBulkResponse,
  generateBulkRequestSchema,
  generateBulkResponseSchema,
  generateRequestSchema,
  generateResponseSchema,
  pickRequestSchema,
  regenerateRequestSchema,
  textFileLimit,
  textFileSchema,
  transcriptPlanRequestSchema,
  transcriptPlanSchema,
  videoMaterialSchema,
} from '#shared/contracts/drafts.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { typedAnswerSchema } from '#shared/contracts/replies.ts';
import { AppError } from '../../core/errors.ts';
import { fileBody } from '../../http/file-body.ts';
import { goneOf, problemOf, type Report, readInput, routes } from '../../http/handle.ts';
import { openEventStream, sendEvent } from '../../http/live-stream.ts';
import { nameSteps } from '../../http/step-header.ts';
import { presentComment } from '../comments/comment.view.ts';
import type { DraftView, GenerateListener } from './draft-writer.ts';
import type { DraftingService } from './drafting.service.ts';
import type { MaterialService } from './material.service.ts';

interface Deps {
  service: DraftingService;
  materials: Pick<MaterialService, 'ofVideo'>;
  /** For failures after a streamed response has begun. */
  report: Report;
}

const fileText = z.string('Send the file itself as application/octet-stream');
const textFileBody = fileBody({
  types: ['application/octet-stream'],
  limitBytes: textFileLimit,
  tooLarge: `This file is larger than ${textFileLimit / 1_000_000} MB, which is too large for a transcript. Choose an .srt, .vtt or .txt file.`,
});

export const draftingRoutes = ({ service, materials, report }: Deps): Router =>
  routes((route, router) => {
    /**
     * Streams a draft to clients that accept events. A failure before the first event is sent as an ordinary
     * problem.
     */
    function streamed<B extends object>(
      path: string,
      body: z.ZodType<B>,
      run: (body: B, params: unknown, gone: AbortSignal, listener: GenerateListener) => Promise<unknown>,
    ): void {
      router.post(path, async (req, res, next) => {
        if (req.accepts(['application/json', 'text/event-stream']) !== 'text/event-stream') return next();
        const request = readInput(body, req.body);
        const gone = goneOf(res);
        const events = eventsOf(res);
        try {
          await run(request, req.params, gone, {
            waiting: events.wait,
            words: (text) => events.send('words', { text }),
            reset: (reason) => events.send('reset', { reason }),
            drafted(draft) {
              // The headers are already sent, so the step is sent as an event.
              if (draft.step) events.send('step', { id: draft.step });
              events.send('done', presentDraft(draft));
            },
            judged: (draft) => events.send('judged', presentDraft(draft)),
          });
        } catch (error) {
          if (gone.aborted) {
            // The client is gone: report only unforeseen errors.
            if (!(error instanceof AppError) && error !== gone.reason) report(error);
            return;
          }
          const { status, code, message } = problemOf(error, report);
          if (!res.headersSent && code !== 'nothing_to_add') throw error;
          events.send('problem', { status, code, detail: message });
        }
        events.end();
      });
    }
    streamed('/comments/generate', generateRequestSchema, (wanted, _, gone, listener) =>
      service.generate(wanted, gone, listener),
    );
    streamed('/comments/:id/regenerate', regenerateRequestSchema, (wanted, params, gone, listener) =>
      service.regenerate(readInput(idPathSchema, params).id, wanted, gone, listener),
    );
    streamed('/replies/:id/draft', z.object({}).default({}), (_, params, gone, listener) =>
      service.answer(readInput(idPathSchema, params).id, gone, listener),
    );
    route(
      'post /comments/generate',
      { body: generateRequestSchema, response: generateResponseSchema, status: 201 },
      async ({ body, res }) => presentDraft(await service.generate(body, goneOf(res))),
    );
    /** Returns a bulk's outcome, and deletes the run if nothing of it is left to report. */
    async function outcomeOf(bulk: Promise<GenerateBulkResponse>, res: Response) {
      const gone = goneOf(res);
      const answer = await bulk;
      // The response reports the outcome. Videos without a draft are reported later, also those of an
      // overlapping bulk.
      const isDone = (await service.bulkRuns.present())?.left.length === 0;
      if (isDone && !gone.aborted) await service.bulkRuns.forget();
      return answer;
    }
    route(
      'post /comments/generate-bulk',
      { body: generateBulkRequestSchema, response: generateBulkResponseSchema },
      ({ body, res }) => outcomeOf(service.generateBulk(body), res),
    );
    route('post /bulk-run/rest', { response: generateBulkResponseSchema }, ({ res }) =>
      outcomeOf(service.generateRest(), res),
    );

    const bulkRun = { response: bulkRunSchema.nullable() };
    route('get /bulk-run', bulkRun, () => service.bulkRuns.present());
    route('post /bulk-run/stop', bulkRun, () => service.bulkRuns.stop());
    route('delete /bulk-run', {}, () => service.bulkRuns.forget());

    /** Adds a route that changes a draft and responds with it. */
    function onDraft<B>(
      step: string,
      body: z.ZodType<B>,
      act: (commentId: number, body: B, gone: AbortSignal) => Promise<DraftView>,
    ): void {
      route(
        `post /comments/:id/${step}`,
        { params: idPathSchema, body, response: generateResponseSchema },
        async ({ params, body, res }) => {
          const draft = await act(params.id, body, goneOf(res));
          nameSteps(res, draft.step);
          return presentDraft(draft);
        },
      );
    }
    onDraft('regenerate', regenerateRequestSchema, service.regenerate);
    onDraft('takes', alternativesRequestSchema, service.writeAlternatives);
    onDraft('read', readRequestSchema, (id, { revision }, gone) => service.readAgain(id, revision, gone));
    onDraft('pick', pickRequestSchema, service.pick);
    route('get /comments/:id/draft', { params: idPathSchema, response: draftRecordSchema }, ({ params }) =>
      service.record(params.id),
    );
    route(
      'post /replies/:id/draft',
      { params: idPathSchema, response: commentSchema },
      async ({ params, res }) => {
        const { view, isNew } = await service.answer(params.id, goneOf(res));
        nameSteps(res, view.step);
        res.status(isNew ? 201 : 200);
        return presentComment(view);
      },
    );
    route(
      'post /replies/:id/answer',
      { params: idPathSchema, body: typedAnswerSchema, response: commentSchema, status: 201 },
      async ({ params, body, res }) => {
        const view = await service.typeAnswer(params.id, body.content);
        nameSteps(res, view.step);
        return presentComment(view);
      },
    );
    route('get /videos/:id/material', { params: idPathSchema, response: videoMaterialSchema }, ({ params }) =>
      materials.ofVideo(params.id),
    );
    router.post('/text-files', textFileBody);
    route('post /text-files', { body: fileText, response: textFileSchema }, ({ body }) => ({ text: body }));
    route(
      'post /videos/:id/transcript',
      { params: idPathSchema, body: transcriptPlanRequestSchema, response: transcriptPlanSchema },
      ({ params, body }) => service.planTranscript(params.id, body),
    );
  });

function presentDraft({ view, record }: DraftView) {
  const comment = presentComment(view);
  const analysis = commentAnalysisSchema.parse(comment.analysis);
  return {
    comment,
    analysis: record.why ? { ...analysis, why: record.why } : analysis,
    alternatives: record.alternatives,
  };
}

type Events = typeof draftStreamEvents;

/**
 * Milliseconds for which `waiting` events are held back, so that a failure can be sent as an ordinary
 * problem.
 */
const quietMs = 1000;

function eventsOf(res: Response) {
  let endHeartbeat = () => {};
  let waiting: z.input<Events['waiting']> | null = null;
  let isQuiet = true;
  const quiet = setTimeout(() => {
    isQuiet = false;
    if (waiting && !res.headersSent) send('waiting', waiting);
  }, quietMs);

  function send<Name extends keyof Events>(name: Name, data: z.input<Events[Name]>): void {
    if (!res.headersSent) endHeartbeat = openEventStream(res);
    sendEvent(res, name, draftStreamEvents[name].parse(data));
  }

  res.once('close', () => clearTimeout(quiet));
  return {
    send,
    wait(phase: z.input<Events['waiting']>): void {
      waiting = phase;
      if (!isQuiet || res.headersSent) send('waiting', phase);
    },
    end(): void {
      endHeartbeat();
      res.end();
    },
  };
}

import type { Response, Router } from 'express';
import { z } from 'zod';
import { commentSchema, readRequestSchema } from '#shared/contracts/comment-detail.ts';
import {
  alternativesRequestSchema,
  bulkRunSchema,
  draftRecordSchema,
  draftViewSchema,
  type GenerateBulkResponse,
  generateBulkRequestSchema,
  generateBulkResponseSchema,
  generateRequestSchema,
  pickRequestSchema,
  regenerateRequestSchema,
  textFileLimit,
  textFileSchema,
  transcriptPlanRequestSchema,
  transcriptPlanSchema,
  videoMaterialSchema,
  writeCommentSchema,
} from '#shared/contracts/drafts.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { typedAnswerSchema } from '#shared/contracts/replies.ts';
import { fileBody } from '../../http/file-body.ts';
import { goneOf, type Route, routes } from '../../http/handle.ts';
import { nameSteps } from '../../http/step-header.ts';
import { presentComment } from '../comments/comment.view.ts';
import { type DraftView, presentDraft } from './draft.view.ts';
import type { DraftingService } from './drafting.service.ts';
import type { MaterialService } from './material.service.ts';

interface Deps {
  service: DraftingService;
  materials: Pick<MaterialService, 'ofVideo'>;
}

const fileText = z.string('Send the file itself as application/octet-stream');
const textFileBody = fileBody({
  types: ['application/octet-stream'],
  limitBytes: textFileLimit,
  tooLarge: `This file is larger than ${textFileLimit / 1_000_000} MB, which is too large for a transcript. Choose an .srt, .vtt or .txt file.`,
});

export const draftingRoutes = ({ service, materials }: Deps): Router =>
  routes((route, router) => {
    addDraftRoutes(route, service);
    addBulkRoutes(route, service);
    addAnswerRoutes(route, service);
    router.post('/text-files', textFileBody);
    addMaterialRoutes(route, service, materials);
  });

function addDraftRoutes(route: Route, service: DraftingService): void {
  route(
    'post /comments/generate',
    { body: generateRequestSchema, response: draftViewSchema, status: 201 },
    async ({ body, res }) => presentDraft(await service.generate(body, goneOf(res))),
  );

  route(
    'post /comments',
    { body: writeCommentSchema, response: commentSchema, status: 201 },
    async ({ body }) => presentComment(await service.writeByHand(body)),
  );

  /** Adds a route that changes a draft and responds with it. */
  function onDraft<B>(
    step: string,
    body: z.ZodType<B>,
    act: (commentId: number, body: B, gone: AbortSignal) => Promise<DraftView>,
  ): void {
    route(
      `post /comments/:id/${step}`,
      { params: idPathSchema, body, response: draftViewSchema },
      async ({ params, body, res }) => {
        const draft = await act(params.id, body, goneOf(res));
        nameSteps(res, draft.step);
        return presentDraft(draft);
      },
    );
  }
  onDraft('regenerate', regenerateRequestSchema, service.regenerate);
  onDraft('takes', alternativesRequestSchema, service.writeAlternatives);
  onDraft('read', readRequestSchema, (id, { revision }, gone) =>
    service.readAgain(id, revision, gone),
  );
  onDraft('pick', pickRequestSchema, service.pick);

  route(
    'get /comments/:id/draft',
    { params: idPathSchema, response: draftRecordSchema },
    ({ params }) => service.record(params.id),
  );
}

function addBulkRoutes(route: Route, service: DraftingService): void {
  /** Returns a bulk's outcome, and deletes the run if nothing of it is left to report. */
  async function outcomeOf(bulk: Promise<GenerateBulkResponse>, res: Response) {
    const gone = goneOf(res);
    const answer = await bulk;
    // The response reports the outcome. Videos without a draft are reported later, also
    // those of an overlapping bulk.
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
}

function addAnswerRoutes(route: Route, service: DraftingService): void {
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
    {
      params: idPathSchema,
      body: typedAnswerSchema,
      response: commentSchema,
      status: 201,
    },
    async ({ params, body, res }) => {
      const view = await service.typeAnswer(params.id, body.content);
      nameSteps(res, view.step);
      return presentComment(view);
    },
  );
}

function addMaterialRoutes(
  route: Route,
  service: DraftingService,
  materials: Pick<MaterialService, 'ofVideo'>,
): void {
  route(
    'get /videos/:id/material',
    { params: idPathSchema, response: videoMaterialSchema },
    ({ params }) => materials.ofVideo(params.id),
  );
  route('post /text-files', { body: fileText, response: textFileSchema }, ({ body }) => ({
    text: body,
  }));
  route(
    'post /videos/:id/transcript',
    {
      params: idPathSchema,
      body: transcriptPlanRequestSchema,
      response: transcriptPlanSchema,
    },
    ({ params, body }) => service.planTranscript(params.id, body),
  );
}

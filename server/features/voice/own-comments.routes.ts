import express, { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import {
  ownCommentListSchema,
  ownCommentPageSchema,
  ownCommentsImportSchema,
  pasteOwnCommentsSchema,
  styleProfileSchema,
  takeoutFileLimit,
} from '#shared/contracts/voice.ts';
import { AppError } from '../../core/errors.ts';
import { handle } from '../../http/handle.ts';
import type { OwnCommentsService, StyleProfileService } from './own-comments.service.ts';

interface Deps {
  ownComments: OwnCommentsService;
  styleProfiles: StyleProfileService;
}

const importSchema = z.string('Bring a file or paste your comments').or(pasteOwnCommentsSchema);

export function ownCommentsRoutes({ ownComments, styleProfiles }: Deps): Router {
  const router = Router();

  router.post(
    '/voice-profiles/:id/own-comments',
    csvBody(),
    handle(
      { params: idPathSchema, body: importSchema, response: ownCommentsImportSchema },
      ({ params, body }) =>
        typeof body === 'string'
          ? ownComments.importTakeout(params.id, body)
          : ownComments.paste(params.id, body.text),
    ),
  );
  router.get(
    '/voice-profiles/:id/own-comments',
    handle(
      { params: idPathSchema, query: ownCommentPageSchema, response: ownCommentListSchema },
      ({ params, query }) => ownComments.list(params.id, query),
    ),
  );
  router.delete(
    '/voice-profiles/:id/own-comments',
    handle({ params: idPathSchema }, ({ params }) => ownComments.removeAll(params.id)),
  );
  router.delete(
    '/own-comments/:id',
    handle({ params: idPathSchema }, ({ params }) => ownComments.remove(params.id)),
  );
  router.get(
    '/voice-profiles/:id/style-profile',
    handle({ params: idPathSchema, response: styleProfileSchema }, ({ params }) =>
      styleProfiles.styleProfile(params.id),
    ),
  );

  return router;
}

function csvBody(): RequestHandler {
  const read = express.text({
    type: ['text/csv', 'text/plain'],
    limit: takeoutFileLimit,
    defaultCharset: 'utf-8',
  });
  return (req, res, next) =>
    read(req, res, (error?: unknown) => {
      if (!isTooLarge(error)) return next(error);
      const most = takeoutFileLimit / 1_000_000;
      next(
        new AppError(
          413,
          'body_too_large',
          `This file is larger than ${most} MB. A Takeout splits its comments: bring comments.csv alone, or a part of it.`,
        ),
      );
    });
}

const isTooLarge = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 413;

import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Tokens } from '../tokens.ts';
import { chatRoutes } from './chat.routes.ts';
import { ModelFailure, modelError } from './errors.ts';
import type { ModelDeps } from './model-deps.ts';
import { responsesRoutes } from './responses.routes.ts';

const models = ['gpt-6-luna', 'gpt-6-sol', 'gpt-5.6-luna'].map((id) => ({
  id,
  object: 'model',
  created: 1_780_000_000,
  owned_by: 'sandbox',
}));

const listModels: RequestHandler = (_req, res) => {
  res.json({ object: 'list', data: models });
};

/** Every answer of the model's API carries an id for the support. */
const withRequestId =
  (tokens: Tokens): RequestHandler =>
  (_req, res, next) => {
    res.set('x-request-id', `req_${tokens.make(24)}`);
    next();
  };

/** Sends whatever was thrown under /v1 in the model API's envelope. */
export const sendModelError: ErrorRequestHandler = (error, _req, res, _next) => {
  const isBadBody = error instanceof SyntaxError && 'body' in error;
  const answer =
    error instanceof ModelFailure
      ? error.answer
      : isBadBody
        ? modelError('invalid_json', 400, 'We could not parse the JSON body of your request.')
        : modelError();
  res.status(answer.status).json(answer.body);
};

/** The language model's API, to be mounted at /v1 (WIRE C). Any key and any model name will do. */
export const modelRoutes = (deps: ModelDeps): Router =>
  Router()
    .use(withRequestId(deps.tokens))
    .get('/models', listModels)
    .use(chatRoutes(deps), responsesRoutes(deps))
    .use((req) => {
      const message = `Invalid URL (${req.method} ${req.originalUrl.split('?')[0]})`;
      throw new ModelFailure(modelError('unknown_url', 404, message));
    });

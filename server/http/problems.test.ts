import express from 'express';
import request from 'supertest';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { updateCommentSchema } from '#shared/contracts/comments.ts';
import { idPathSchema, textSchema } from '#shared/contracts/primitives.ts';
import { updateUserSettingsSchema } from '#shared/contracts/settings.ts';
import { videoSearchQuerySchema } from '#shared/contracts/videos.ts';
import { createVoiceProfileSchema } from '#shared/contracts/voice.ts';
import { conflict } from '../core/errors.ts';
import { errorHandler, handle, inputSentence, unknownPath } from './handle.ts';

const report = vi.fn();

function appThat(fails: () => unknown) {
  const app = express();
  app.use(express.json({ limit: 100_000 }));
  app.get('/fails', async () => fails());
  app.get('/begun', (_req, res) => {
    res.write('half an answer');
    throw new Error('too late');
  });
  app.post('/things/:id', handle({ params: idPathSchema, body: z.object({ text: textSchema(10) }) }, fails));
  app.use(unknownPath, errorHandler(report));
  return app;
}

const throwing = (error: unknown) =>
  appThat(() => {
    throw error;
  });
const fine = appThat(() => undefined);
const problem = /^application\/problem\+json/;

it('tells an expected error as it is, with what belongs to it', async () => {
  const answer = await request(throwing(conflict('revision_conflict', 'Look again.', { current: { a: 1 } })))
    .get('/fails')
    .expect(409)
    .expect('Content-Type', problem);
  expect(answer.body).toEqual({
    status: 409,
    title: 'Conflict',
    detail: 'Look again.',
    code: 'revision_conflict',
    current: { a: 1 },
  });
});

it('tells nothing of an error nobody foresaw, and reports it', async () => {
  const error = new Error('password=hunter2 in /root/secret.ts');
  const answer = await request(throwing(error)).get('/fails').expect(500).expect('Content-Type', problem);
  expect(answer.body.code).toBe('internal');
  expect(answer.text).not.toMatch(/hunter2|secret/);
  expect(report).toHaveBeenLastCalledWith(error);
});

it('names the limit that a body passed', async () => {
  const { body } = await request(fine)
    .post('/things/1')
    .send({ text: 'x'.repeat(100_000) })
    .expect(413);
  expect(body.detail).toBe('This request is larger than 100 kB. Shorten the text.');
});

it.each([
  ['malformed JSON', '/things/1', '{"text": ', 400, 'malformed_json'],
  ['JSON that is not an object', '/things/1', '"text"', 400, 'malformed_json'],
  ['a body over 100 kB', '/things/1', JSON.stringify({ text: 'x'.repeat(100_000) }), 413, 'body_too_large'],
  ['a NUL byte', '/things/1', '{"text":"a\\u0000b"}', 400, 'invalid_request'],
  ['a missing field', '/things/1', '{}', 400, 'invalid_request'],
  ['a wrong type', '/things/1', '{"text":7}', 400, 'invalid_request'],
  ['an id that overflows', '/things/99999999999', '{"text":"a"}', 400, 'invalid_request'],
  ['an id that is no number', '/things/abc', '{"text":"a"}', 400, 'invalid_request'],
  ['an id with a NUL', '/things/%00', '{"text":"a"}', 400, 'invalid_request'],
  ['an address that is not encoded', '/things/%E0%A4%A', '{"text":"a"}', 400, 'invalid_request'],
  ['an unknown path', '/nothing', '{}', 404, 'not_found'],
])('answers %s with a problem', async (_what, path, body, status, code) => {
  report.mockClear();
  const answer = await request(fine)
    .post(path)
    .set('Content-Type', 'application/json')
    .send(body)
    .expect(status)
    .expect('Content-Type', problem);
  expect(answer.body).toMatchObject({ status, code });
  expect(answer.body.detail).toMatch(/\w+ .*[.]$/);
  expect(report).not.toHaveBeenCalled();
});

it('answers a missing body with a sentence', async () => {
  const answer = await request(fine).post('/things/1').expect(400);
  expect(answer.body.detail).toContain('JSON body');
});

it.each([
  ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['a shutdown', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['a dropped connection', new Error('Connection terminated unexpectedly')],
  ['too many connections', Object.assign(new Error('sorry'), { code: '53300' })],
])('says that the database is away after %s', async (_what, cause) => {
  const error = new Error('Failed query: select 1\nparams: ', { cause });
  const answer = await request(throwing(error)).get('/fails').expect(503);
  expect(answer.body.code).toBe('database_unavailable');
  expect(report).toHaveBeenLastCalledWith(error);
});

it('answers what PostgreSQL cannot store with 400', async () => {
  const cause = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
  const answer = await request(throwing(new Error('Failed query', { cause })))
    .get('/fails')
    .expect(400);
  expect(answer.body.code).toBe('invalid_request');
});

it('cuts off an answer that has begun', async () => {
  await expect(request(fine).get('/begun')).rejects.toThrow(/aborted|hang up/);
});

const said = (
  schema: typeof updateCommentSchema | { safeParse: typeof updateCommentSchema.safeParse },
  value: unknown,
) => {
  const { error } = schema.safeParse(value);
  return error ? inputSentence(error, value) : null;
};

it.each([
  [idPathSchema, { id: 'abc' }, 'The field “id” must be a whole number.'],
  [updateUserSettingsSchema, {}, 'The field “autoQueueEnabled” is missing.'],
  [
    updateUserSettingsSchema,
    { autoQueueEnabled: 1 },
    'The field “autoQueueEnabled” must be a boolean, not a number.',
  ],
  [
    updateUserSettingsSchema,
    { autoQueueEnabled: true, dailyCap: 900 },
    'The field “dailyCap” must be at most 200.',
  ],
  [updateUserSettingsSchema, undefined, 'This request needs a JSON body.'],
  [updateUserSettingsSchema, [], 'The request must be an object, not an array.'],
  [
    updateCommentSchema,
    { status: 'posted' },
    'The field “status” must be one of approved, rejected, pending.',
  ],
  [
    updateCommentSchema,
    { content: 'x'.repeat(10_001) },
    'The field “content” must be at most 10,000 characters.',
  ],
  [
    updateCommentSchema,
    { content: 'a', status: 'approved' },
    'The request has fields that are not known here: status.',
  ],
  [createVoiceProfileSchema, { name: ' ' }, 'Profile name is required.'],
  [videoSearchQuerySchema, { q: '' }, 'Type something to search for.'],
] as const)('%#: what is wrong is a sentence', (schema, value, sentence) => {
  expect(said(schema as typeof updateCommentSchema, value)).toBe(sentence);
});

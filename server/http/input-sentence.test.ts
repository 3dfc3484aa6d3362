import { expect, it } from 'vitest';
import { updateCommentSchema } from '#shared/contracts/comments.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { updateUserSettingsSchema } from '#shared/contracts/user-settings.ts';
import { videoSearchQuerySchema } from '#shared/contracts/videos.ts';
import { createVoiceProfileSchema } from '#shared/contracts/voice-profiles.ts';
import { inputSentence } from './input-sentence.ts';

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

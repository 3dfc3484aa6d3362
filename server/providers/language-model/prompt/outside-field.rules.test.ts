import { expect, it } from 'vitest';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import { noMaterial } from '../../../testing/prompt-material.ts';
import { draftRequest } from '../../../testing/scripted-model.ts';
import { isOutsideField } from './outside-field.rules.ts';

const outside = (expertiseAreas: string[], change: Partial<typeof draftRequest> = {}) =>
  isOutsideField({
    ...draftRequest,
    profile: { name: 'Ada', ...forVoiceFields({ text: () => null, list: () => [] }), expertiseAreas },
    ...change,
  });

it('is true where no area of expertise occurs in what is known about the video', () => {
  expect(outside(['Strength training', 'Mobility'])).toBe(true);
});

it.each<[string, string[], Partial<typeof draftRequest>]>([
  ['an area is a topic', ['Kubernetes', 'Mobility'], {}],
  ['an area is named in another form', ['Probing', 'Probe design'], {}],
  [
    'an area of one short word occurs',
    ['CI', 'Mobility'],
    { material: { ...noMaterial, point: 'What of CI?' } },
  ],
  [
    'only the transcript names it',
    ['Databases'],
    { material: { ...noMaterial, transcript: 'The database was slow.' } },
  ],
  ['no area is named', [], {}],
])('is false where %s', (_, areas, change) => {
  expect(outside(areas, change)).toBe(false);
});

it('is false without a voice profile', () => {
  expect(isOutsideField(draftRequest)).toBe(false);
});

import { expect, it } from 'vitest';
import { z } from 'zod';
import { createFormDraft } from './form-draft.ts';

const draft = createFormDraft('a-form', z.object({ name: z.string() }));

it('keeps what was typed until it is discarded', () => {
  expect(draft.read()).toBeNull();
  draft.write({ name: 'Ada' });
  expect(draft.read()).toEqual({ name: 'Ada' });
  draft.discard();
  expect(draft.read()).toBeNull();
});

it.each(['{"na', '{"name":5}'])('takes %s, which it did not write, for nothing', (stored) => {
  localStorage.setItem('chime-in.a-form', stored);
  expect(draft.read()).toBeNull();
});

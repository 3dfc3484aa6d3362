import { expect, it } from 'vitest';
import {
  discardUnsavedEdit,
  discardUnsavedEdits,
  newestUnsavedEdits,
  readUnsavedEdit,
  writeUnsavedEdit,
} from './unsaved-edits.ts';

it('keeps an edit for one revision of one comment', () => {
  writeUnsavedEdit(7, 3, 'Typed');
  expect([readUnsavedEdit(7, 3), readUnsavedEdit(7, 4), readUnsavedEdit(8, 3)]).toEqual([
    'Typed',
    null,
    null,
  ]);
  discardUnsavedEdit(7, 4);
  expect(readUnsavedEdit(7, 3)).toBe('Typed');
  discardUnsavedEdit(7, 3);
  expect(readUnsavedEdit(7, 3)).toBeNull();
});

it('discards every edit of one comment and nothing else', () => {
  writeUnsavedEdit(7, 3, 'Typed');
  writeUnsavedEdit(7, 12, 'Typed later');
  writeUnsavedEdit(70, 3, 'Typed elsewhere');
  localStorage.setItem('chime-in.theme', 'dark');
  discardUnsavedEdits(7);
  expect(Object.keys(localStorage).toSorted()).toEqual(['chime-in.draft.70.3', 'chime-in.theme']);
});

it.each([
  ['3, then 12', [3, 12]],
  ['12, then 3', [12, 3]],
])('finds the newest of the edits over several revisions (%s)', (_order, revisions) => {
  for (const revision of revisions) writeUnsavedEdit(7, revision, `Over ${revision}`);
  writeUnsavedEdit(8, 1, '');
  expect([...newestUnsavedEdits()].toSorted()).toEqual([
    [7, { revision: 12, text: 'Over 12' }],
    [8, { revision: 1, text: '' }],
  ]);
});

it('ignores keys that only resemble those of an edit', () => {
  for (const key of [
    'my-chime-in.draft.7.1',
    'chime-in.draft.7.1.old',
    'chime-in.draft.7.',
    'chime-in.draft..1',
  ])
    localStorage.setItem(key, 'Something else');
  expect(newestUnsavedEdits().size).toBe(0);
});

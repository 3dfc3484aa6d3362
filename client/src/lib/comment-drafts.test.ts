import { expect, it, vi } from 'vitest';
import { discardAllDrafts, discardDraft, readDraft, storedDrafts, writeDraft } from './comment-drafts.ts';

it('what was typed belongs to one revision of one comment', () => {
  writeDraft(7, 3, 'Typed');
  expect([readDraft(7, 3), readDraft(7, 4), readDraft(8, 3)]).toEqual(['Typed', null, null]);
  discardDraft(7, 4);
  expect(readDraft(7, 3)).toBe('Typed');
  discardDraft(7, 3);
  expect(readDraft(7, 3)).toBeNull();
});

it('a saved comment leaves nothing typed over it, and whatever else is kept stays', () => {
  writeDraft(7, 3, 'Typed');
  writeDraft(7, 12, 'Typed later');
  writeDraft(70, 3, 'Typed elsewhere');
  localStorage.setItem('chime-in.theme', 'dark');
  discardAllDrafts(7);
  expect(Object.keys(localStorage).toSorted()).toEqual(['chime-in.draft.70.3', 'chime-in.theme']);
});

it.each([
  ['3, then 12', [3, 12]],
  ['12, then 3', [12, 3]],
])('of the texts typed over several revisions (%s) the newest is found', (_order, revisions) => {
  for (const revision of revisions) writeDraft(7, revision, `Over ${revision}`);
  writeDraft(8, 1, '');
  expect([...storedDrafts()].toSorted()).toEqual([
    [7, { revision: 12, text: 'Over 12' }],
    [8, { revision: 1, text: '' }],
  ]);
});

it('what only looks like a draft is none', () => {
  for (const name of [
    'my-chime-in.draft.7.1',
    'chime-in.draft.7.1.old',
    'chime-in.draft.7.',
    'chime-in.draft..1',
  ])
    localStorage.setItem(name, 'Something else');
  expect(storedDrafts().size).toBe(0);
});

it('where the browser keeps nothing, nothing is found and nothing breaks', () => {
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {},
      {
        get: () => () => {
          throw new DOMException('Blocked');
        },
        ownKeys: () => {
          throw new DOMException('Blocked');
        },
      },
    ),
  );
  writeDraft(7, 3, 'Typed');
  discardAllDrafts(7);
  expect(readDraft(7, 3)).toBeNull();
  expect(storedDrafts().size).toBe(0);
});

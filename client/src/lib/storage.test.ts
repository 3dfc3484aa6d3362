import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createPreference, storedJson, storedNames, storedText } from './storage.ts';
import { newestUnsavedEdits, replyTextId, unsavedEdit } from './unsaved.ts';

describe('storage', () => {
  const density = createPreference(
    'density',
    z.enum(['roomy', 'close', 'dense']),
    'roomy',
  );
  const note = storedText('note', z.string());
  const form = storedJson('a-form', z.object({ name: z.string() }));

  function refuse(...methods: ('getItem' | 'setItem' | 'removeItem' | 'clear')[]) {
    for (const method of methods)
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      });
  }

  afterEach(() => {
    vi.restoreAllMocks();
    for (const each of [note, form, storedText('density', z.string())]) each.remove();
  });

  describe('a value of this browser', () => {
    it('is kept until it is removed', () => {
      expect(form.read()).toBeNull();
      form.write({ name: 'Ada' });
      note.write('Typed');
      expect([form.read(), note.read(), storedNames().toSorted()]).toEqual([
        { name: 'Ada' },
        'Typed',
        ['a-form', 'note'],
      ]);
      form.remove();
      expect([form.read(), storedNames()]).toEqual([null, ['note']]);
    });

    it.each(['{"na', '{"name":5}'])(
      'is null when the stored text %s does not match its schema',
      (stored) => {
        localStorage.setItem('chime-in.a-form', stored);
        expect(form.read()).toBeNull();
      },
    );

    it('can belong to one tab', () => {
      const search = storedJson('search', z.object({ q: z.string() }), 'sessionStorage');
      search.write({ q: 'kubernetes' });
      expect([search.read(), sessionStorage.length, localStorage.length]).toEqual([
        { q: 'kubernetes' },
        1,
        0,
      ]);
    });

    it('reports changes made here and in other tabs', () => {
      const listener = vi.fn();
      const stop = note.subscribe(listener);
      note.write('Typed');
      expect(listener).toHaveBeenCalledTimes(1);
      window.dispatchEvent(new StorageEvent('storage', { key: 'chime-in.note' }));
      expect(listener).toHaveBeenCalledTimes(2);
      window.dispatchEvent(new StorageEvent('storage', { key: 'chime-in.theme' }));
      stop();
      note.write('Typed later');
      window.dispatchEvent(new StorageEvent('storage', { key: 'chime-in.note' }));
      expect(listener).toHaveBeenCalledTimes(2);
    });

    it('lasts until the page is closed when storage is forbidden', () => {
      refuse('getItem', 'setItem', 'removeItem');
      expect([note.read(), density.read()]).toEqual([null, 'roomy']);
      note.write('Typed');
      density.write('close');
      expect([note.read(), density.read(), storedNames().toSorted()]).toEqual([
        'Typed',
        'close',
        ['density', 'note'],
      ]);
      note.remove();
      expect(note.read()).toBeNull();
    });

    it('is the newest one when storage is full', () => {
      note.write('Typed');
      refuse('setItem');
      note.write('Typed later');
      expect(note.read()).toBe('Typed later');
      vi.restoreAllMocks();
      note.write('Typed last');
      expect(localStorage.getItem('chime-in.note')).toBe('Typed last');
    });
  });
});

it('keeps an edit for one revision of one comment', () => {
  unsavedEdit(7, 3).write('Typed');
  expect([7, 8].map((id) => unsavedEdit(id, 3).read())).toEqual(['Typed', null]);
  expect(unsavedEdit(7, 4).read()).toBeNull();
  unsavedEdit(7, 4).remove();
  expect(unsavedEdit(7, 3).read()).toBe('Typed');
  unsavedEdit(7, 3).remove();
  expect(unsavedEdit(7, 3).read()).toBeNull();
});

it('finds the answer to a reply, also one typed before the app was updated', () => {
  localStorage.setItem('chime-in.draft.-7.0.123', 'Typed before');
  unsavedEdit(replyTextId(8), 0).write('Typed now');
  unsavedEdit(8, 1).write('An edit of comment 8');
  const found = newestUnsavedEdits();
  expect(found.get(replyTextId(7))?.text).toBe('Typed before');
  expect(found.get(replyTextId(8))?.text).toBe('Typed now');
  expect(found.get(8)?.text).toBe('An edit of comment 8');
});

it('finds the newest edit among several revisions', () => {
  for (const revision of [3, 12, 5]) unsavedEdit(7, revision).write(`Over ${revision}`);
  unsavedEdit(8, 1).write('');
  for (const key of [
    'my-chime-in.draft.7.99',
    'chime-in.draft.7.99.old',
    'chime-in.draft..99',
  ])
    localStorage.setItem(key, 'Something else');
  expect([...newestUnsavedEdits()].toSorted()).toMatchObject([
    [7, { revision: 12, text: 'Over 12' }],
    [8, { revision: 1, text: '' }],
  ]);
});

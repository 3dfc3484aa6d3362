import { useState } from 'react';
import { z } from 'zod';
import { type Stored, storedNames, storedText } from './storage.ts';

const textOf = (field: string) => storedText(`typed.${field}`, z.string());

export const readUnsavedText = (field: string): string => textOf(field).read() ?? '';

export function writeUnsavedText(field: string, text: string): void {
  if (text) textOf(field).write(text);
  else textOf(field).remove();
}

/** Keeps the text of a field in storage. Setting '' removes it. */
export function useUnsavedText(field: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readUnsavedText(field));
  const write = (next: string) => {
    setText(next);
    writeUnsavedText(field, next);
  };
  return [text, write];
}

/**
 * Stores the unsaved edit of a comment. The key contains the revision, so that the edit is never applied to a
 * newer text, and the visit, because two tabs may edit the same comment.
 */
export const unsavedEdit = (commentId: number, revision: number, visit = '') =>
  storedText(`draft.${commentId}.${revision}${visit}`, z.string());

/**
 * Returns the newest unsaved edit of each comment. A negative id belongs to an answer that is not stored yet.
 * The storage key stays "draft" so that edits survive an update of the app.
 */
export function newestUnsavedEdits() {
  const newest = new Map<number, { revision: number; text: string; kept: Stored<string> }>();
  for (const name of storedNames()) {
    const [, id, revision] = (/^draft\.(-?\d+)\.(\d+)(?:\.\d+)?$/.exec(name) ?? []).map(Number);
    if (id === undefined || revision === undefined || revision < (newest.get(id)?.revision ?? 0)) continue;
    const kept = storedText(name, z.string());
    const text = kept.read();
    if (text !== null) newest.set(id, { revision, text, kept });
  }
  return newest;
}

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
 * Names a text that the user can edit: a comment, by its id, or an answer to a reply that
 * is not stored yet.
 */
export type TextId = number | `reply-${number}`;

export const replyTextId = (replyId: number): TextId => `reply-${replyId}`;

/**
 * Stores the unsaved edit of a text. The key contains the revision, so that the edit is
 * never applied to a newer text, and the visit, because two tabs may edit the same
 * comment.
 */
export const unsavedEdit = (id: TextId, revision: number, visit = '') =>
  storedText(`draft.${id}.${revision}${visit}`, z.string());

/**
 * Stores the text that an unsaved edit began with: a later change of the status alone is
 * no conflict.
 */
export const unsavedBase = (id: TextId, revision: number) =>
  storedText(`base.${id}.${revision}`, z.string());

/**
 * Before an update of the app, the key of an answer to a reply had only the hyphen of
 * "reply-".
 */
const EDIT_NAME = /^draft\.(reply-|-)?(\d+)\.(\d+)(?:\.\d+)?$/;

/**
 * Returns the newest unsaved edit of each text. The storage key stays "draft" so that
 * edits survive an update of the app.
 */
export function newestUnsavedEdits() {
  const newest = new Map<
    TextId,
    { revision: number; text: string; kept: Stored<string> }
  >();
  for (const name of storedNames()) {
    const found = EDIT_NAME.exec(name);
    if (!found) continue;
    const [, answerTo, number] = found;
    const id = answerTo ? replyTextId(Number(number)) : Number(number);
    const revision = Number(found[3]);
    if (revision < (newest.get(id)?.revision ?? 0)) continue;
    const kept = storedText(name, z.string());
    const text = kept.read();
    if (text !== null) newest.set(id, { revision, text, kept });
  }
  return newest;
}

/** Removes all that was typed over a comment, which is deleted. */
export function forgetUnsavedEdits(commentId: number): void {
  for (const name of storedNames())
    if (name.startsWith(`draft.${commentId}.`) || name.startsWith(`base.${commentId}.`))
      storedText(name, z.string()).remove();
}

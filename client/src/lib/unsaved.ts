import { useState } from 'react';
import { z } from 'zod';
import { storedNames, storedText } from './storage.ts';

const textOf = (field: string) => storedText(`typed.${field}`, z.string());

export const readUnsavedText = (field: string): string => textOf(field).read() ?? '';

export function writeUnsavedText(field: string, text: string): void {
  if (text) textOf(field).write(text);
  else textOf(field).remove();
}

/** Setting '' removes what is stored. */
export function useUnsavedText(field: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readUnsavedText(field));
  const write = (next: string) => {
    setText(next);
    writeUnsavedText(field, next);
  };
  return [text, write];
}

/** Keyed by revision, so that a text is never taken for an edit of a newer one. */
const editOf = (commentId: number, revision: number) =>
  storedText(`draft.${commentId}.${revision}`, z.string());

/** A negative id is of an answer that is not stored yet. The key stays "draft" so that edits outlive an update. */
const storedEdits = () =>
  storedNames().flatMap((name) => {
    const [, id, revision] = /^draft\.(-?\d+)\.(\d+)$/.exec(name) ?? [];
    return id && revision ? [{ commentId: Number(id), revision: Number(revision) }] : [];
  });

export const readUnsavedEdit = (commentId: number, revision: number): string | null =>
  editOf(commentId, revision).read();

export const writeUnsavedEdit = (commentId: number, revision: number, text: string): void =>
  editOf(commentId, revision).write(text);

export const discardUnsavedEdit = (commentId: number, revision: number): void =>
  editOf(commentId, revision).remove();

export function discardUnsavedEdits(commentId: number): void {
  for (const edit of storedEdits())
    if (edit.commentId === commentId) discardUnsavedEdit(commentId, edit.revision);
}

export function newestUnsavedEdits(): Map<number, { revision: number; text: string }> {
  const newest = new Map<number, { revision: number; text: string }>();
  for (const { commentId, revision } of storedEdits()) {
    const text = readUnsavedEdit(commentId, revision);
    if (text === null || revision < (newest.get(commentId)?.revision ?? 0)) continue;
    newest.set(commentId, { revision, text });
  }
  return newest;
}

import { useState } from 'react';
import { z } from 'zod';
import { storedText } from './storage.ts';

const textOf = (field: string) => storedText(`typed.${field}`, z.string());

/** Returns '' where nothing is unsaved. */
export const readUnsavedText = (field: string): string => textOf(field).read() ?? '';

export function writeUnsavedText(field: string, text: string): void {
  if (text) textOf(field).write(text);
  else textOf(field).remove();
}

/** Holds the text of a field, stored until it is set to ''. */
export function useUnsavedText(field: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readUnsavedText(field));
  const write = (next: string) => {
    setText(next);
    writeUnsavedText(field, next);
  };
  return [text, write];
}

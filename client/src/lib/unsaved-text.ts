import { useState } from 'react';
import { z } from 'zod';
import { storedText } from './storage.ts';

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

import { useState } from 'react';
import { readLocal, writeLocal } from './local-text.ts';

const keyOf = (name: string) => `chime-in.typed.${name}`;

/** What was typed into this field and not sent, on this browser; '' for nothing. */
export const readTyped = (name: string): string => readLocal(keyOf(name)) ?? '';

export const writeTyped = (name: string, text: string): void => writeLocal(keyOf(name), text || null);

/** Text of one field, kept on this browser until it is sent and set to ''; `name` says which field it is. */
export function useTypedText(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readTyped(name));
  const write = (next: string) => {
    setText(next);
    writeTyped(name, next);
  };
  return [text, write];
}

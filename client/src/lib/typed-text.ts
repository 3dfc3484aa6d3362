import { useState } from 'react';

const keyOf = (name: string) => `chime-in.typed.${name}`;

/** What was typed into this field and not sent, on this browser; '' for nothing. */
export function readTyped(name: string): string {
  try {
    return localStorage.getItem(keyOf(name)) ?? '';
  } catch {
    return '';
  }
}

export function writeTyped(name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), text);
  } catch {
    // Storage is blocked or full: the text then lives as long as the field.
  }
}

/** Text of one field, kept on this browser until it is sent and set to ''; `name` says which field it is. */
export function useTypedText(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readTyped(name));
  const write = (next: string) => {
    setText(next);
    writeTyped(name, next);
  };
  return [text, write];
}

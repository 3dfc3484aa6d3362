import { useState } from 'react';

const keyOf = (name: string) => `chime-in.typed.${name}`;

function stored(name: string): string {
  try {
    return localStorage.getItem(keyOf(name)) ?? '';
  } catch {
    return '';
  }
}

/** Text of one field, kept on this browser until it is sent and set to ''; `name` says which field it is. */
export function useTypedText(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => stored(name));
  const write = (next: string) => {
    setText(next);
    try {
      if (next === '') localStorage.removeItem(keyOf(name));
      else localStorage.setItem(keyOf(name), next);
    } catch {
      // Storage is blocked or full: the text then lives as long as the field.
    }
  };
  return [text, write];
}

import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { commandKey } from './keys.ts';
import { useShortcuts } from './shortcuts.ts';

const run = vi.fn();
beforeEach(() => void run.mockClear());

function Page() {
  const keys = ['a', 'b', 'd', 'j', 'm', 'q', 's', 'u', 'x', '1', '/', '?', 'A'];
  useShortcuts(Object.fromEntries(keys.map((key) => [key, () => run(key)])));
  return <textarea aria-label="Comment" />;
}

function press(key: string, code: string, more: KeyboardEventInit = {}) {
  fireEvent.keyDown(document.body, { key, code, ...more });
}

describe('the command key of a keyboard layout', () => {
  it.each<[layout: string, key: string, code: string, command: string]>([
    ['Russian', 'ф', 'KeyA', 'a'],
    ['Russian with Caps Lock', 'Ф', 'KeyA', 'a'],
    ['Ukrainian', 'і', 'KeyS', 's'],
    ['Bulgarian', 'ѝ', 'KeyX', 'x'],
    ['Greek', 'α', 'KeyA', 'a'],
    ['Greek', 'ξ', 'KeyJ', 'j'],
    ['Hebrew', 'ש', 'KeyA', 'a'],
    ['Hebrew', 'ח', 'KeyJ', 'j'],
    ['Arabic', 'ش', 'KeyA', 'a'],
    ['Arabic, two letters by one key', 'لا', 'KeyB', 'b'],
    ['Arabic', 'ظ', 'Slash', '/'],
    ['Persian digits', '۱', 'Digit1', '1'],
    ['Georgian', 'ა', 'KeyA', 'a'],
    ['Armenian', 'ա', 'KeyA', 'a'],
    ['Hindi, a vowel sign', 'ो', 'KeyA', 'a'],
    ['Thai', 'ฟ', 'KeyA', 'a'],
    ['Korean', 'ㅁ', 'KeyA', 'a'],
    ['Japanese kana', 'ち', 'KeyA', 'a'],
    ['Japanese kana', 'ぬ', 'Digit1', '1'],
  ])(
    'uses the key’s position in another script: %s %s',
    (_layout, key, code, command) => {
      render(<Page />);
      press(key, code);
      expect(run.mock.calls).toEqual([[command]]);
    },
  );

  it.each<[layout: string, key: string, code: string, command: string]>([
    ['AZERTY', 'a', 'KeyQ', 'a'],
    ['AZERTY', 'm', 'Semicolon', 'm'],
    ['Dvorak', 's', 'Semicolon', 's'],
    ['Dvorak', 'j', 'KeyC', 'j'],
    ['Colemak', 's', 'KeyD', 's'],
    ['QWERTZ', '/', 'Digit7', '/'],
    ['Russian, as it writes the sign', '/', 'Backslash', '/'],
  ])('uses the character of a Latin layout: %s %s', (_layout, key, code, command) => {
    render(<Page />);
    press(key, code);
    expect(run.mock.calls).toEqual([[command]]);
  });

  it.each<[layout: string, key: string, code: string]>([
    ['AZERTY, a comma at the place of m', ',', 'KeyM'],
    ['Dvorak, an apostrophe at the place of q', "'", 'KeyQ'],
    ['AZERTY, an ampersand at the place of 1', '&', 'Digit1'],
    ['Turkish, ı', 'ı', 'KeyJ'],
    ['Icelandic, ð', 'ð', 'KeyD'],
    ['a dead key', 'Dead', 'KeyA'],
    ['an unknown key', 'Unidentified', 'KeyA'],
    ['the Russian б, beside the letters', 'б', 'Comma'],
  ])('triggers no command by position in a Latin layout: %s', (_layout, key, code) => {
    render(<Page />);
    press(key, code);
    expect(run).not.toHaveBeenCalled();
  });

  it.each([
    ['Russian', '?', 'Digit7'],
    ['Arabic', '؟', 'Slash'],
    ['Armenian', '՞', 'Slash'],
  ])('asks for the list of shortcuts with Shift: %s', (_layout, key, code) => {
    render(<Page />);
    press(key, code, { shiftKey: true });
    expect(run.mock.calls).toEqual([['?']]);
  });

  it('returns the upper-case letter with Shift', () => {
    render(<Page />);
    press('Ф', 'KeyA', { shiftKey: true });
    expect(run.mock.calls).toEqual([['A']]);
  });

  it('returns a key without a physical position unchanged', () => {
    expect(commandKey(new KeyboardEvent('keydown', { key: 'ф' }))).toBe('ф');
    expect(
      commandKey(new KeyboardEvent('keydown', { key: 'Enter', code: 'NumpadEnter' })),
    ).toBe('Enter');
  });
});

describe('while an input method composes', () => {
  it.each<[string, KeyboardEventInit]>([
    ['isComposing', { key: 'a', code: 'KeyA', isComposing: true }],
    ['Process', { key: 'Process', code: 'KeyA' }],
    ['the old code 229', { key: 'a', code: 'KeyA', keyCode: 229 }],
    ['a letter of the script', { key: 'ㅁ', code: 'KeyA', isComposing: true }],
  ])('runs no command: %s', (_what, init) => {
    render(<Page />);
    fireEvent.keyDown(document.body, init);
    expect(run).not.toHaveBeenCalled();
  });

  it.each(['Enter', 'Escape', 'ArrowDown'])(
    '%s reaches no handler, and typing goes on',
    (key) => {
      render(<Page />);
      const heard = vi.fn();
      const field = screen.getByRole('textbox');
      field.addEventListener('keydown', heard);
      field.focus();
      fireEvent.keyDown(field, { key, isComposing: true });
      expect(heard).not.toHaveBeenCalled();
      fireEvent.keyDown(document.body, { key: 'a', code: 'KeyA' });
      expect(run).not.toHaveBeenCalled();
    },
  );
});

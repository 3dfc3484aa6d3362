import { beforeEach, expect, it, vi } from 'vitest';
import { createStoredPreference, type StoredPreference } from './stored-preference.ts';

let density: StoredPreference<'roomy' | 'close' | 'dense'>;

beforeEach(() => {
  density = createStoredPreference('density', ['roomy', 'close', 'dense']);
});

it('is the first value until one that exists was chosen, here or in another tab', () => {
  expect(density.read()).toBe('roomy');
  localStorage.setItem('chime-in.density', 'gone since');
  expect(density.read()).toBe('roomy');
  const heard = vi.fn();
  const stop = density.subscribe(heard);
  density.write('dense');
  expect(density.read()).toBe('dense');
  expect(heard).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new StorageEvent('storage', { key: 'chime-in.density' }));
  expect(heard).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new StorageEvent('storage', { key: 'chime-in.theme' }));
  stop();
  window.dispatchEvent(new StorageEvent('storage', { key: 'chime-in.density' }));
  expect(heard).toHaveBeenCalledTimes(2);
});

it('holds until the page is closed where storage is blocked', () => {
  const blocked = () => {
    throw new Error('blocked');
  };
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, clear: () => undefined });
  expect(density.read()).toBe('roomy');
  density.write('close');
  expect(density.read()).toBe('close');
});

import { z } from 'zod';
import { createPreference } from './preference.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const themeLabels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** public/theme.js reads the same key before the first paint. */
export const themePreference = createPreference('theme', z.enum(themes), 'system');

function applyTheme(): void {
  const theme = themePreference.read();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function followTheme(): () => void {
  applyTheme();
  return themePreference.subscribe(applyTheme);
}

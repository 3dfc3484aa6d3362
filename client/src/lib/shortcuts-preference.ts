import { createStoredPreference } from './stored-preference.ts';

/** Single-key shortcuts get in the way of speech input and some keyboards, so they can be switched off. */
export const shortcutsPreference = createStoredPreference('shortcuts', ['on', 'off']);

import { z } from 'zod';
import { createPreference } from './preference.ts';

/** Whether opening the Generate dialog starts a draft. */
export const draftOnOpenPreference = createPreference('draft-on-open', z.enum(['on', 'off']), 'on');

import { z } from 'zod';
import { storedText } from './storage.ts';

/** How high the last banner was, in pixels: its space is kept until the next one is known. */
export const bannerSpace = storedText('banner-space', z.string().regex(/^\d{1,3}$/));

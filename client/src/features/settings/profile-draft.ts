import { z } from 'zod';
import { storedJson } from '../../lib/storage.ts';
import { profileFormSchema } from './profile-form.ts';

/** Nothing is required of an unfinished profile. */
const draftSchema = profileFormSchema.extend({ name: z.string() });

/** What was typed into the dialog of this profile, or of a new one (null). */
export const profileDraft = (profileId: number | null) =>
  storedJson(`profile-draft.${profileId ?? 'new'}`, draftSchema);

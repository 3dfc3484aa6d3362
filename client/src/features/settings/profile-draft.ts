import { z } from 'zod';
import { createFormDraft } from '../../lib/form-draft.ts';
import { profileFormSchema } from './profile-form.ts';

/** Nothing is required of an unfinished profile. */
const draftSchema = profileFormSchema.extend({ name: z.string() });

/** What was typed into the dialog of this profile, or of a new one (null). */
export const profileDraft = (profileId: number | null) =>
  createFormDraft(`profile-draft.${profileId ?? 'new'}`, draftSchema);

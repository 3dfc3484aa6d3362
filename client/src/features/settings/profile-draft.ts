import { z } from 'zod';
import { type ProfileForm, profileFormSchema } from './profile-form.ts';

const key = (profileId: number | null) => `chime-in.profile-draft.${profileId ?? 'new'}`;

/** Nothing is required of an unfinished profile. */
const draftSchema = profileFormSchema.extend({ name: z.string() });

/** What was typed into the dialog and not saved; null for nothing. */
export function readProfileDraft(profileId: number | null): ProfileForm | null {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(localStorage.getItem(key(profileId)) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function writeProfileDraft(profileId: number | null, form: ProfileForm): void {
  try {
    localStorage.setItem(key(profileId), JSON.stringify(form));
  } catch {
    // Storage is blocked or full: the text then lives as long as the dialog.
  }
}

export function discardProfileDraft(profileId: number | null): void {
  try {
    localStorage.removeItem(key(profileId));
  } catch {
    // Nothing could be stored, so nothing is left behind.
  }
}

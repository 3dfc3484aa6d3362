import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import { storedJson } from '../../../lib/storage.ts';
import { type ProfileForm, profileFormSchema, toForm } from './profile-form.ts';

/** Nothing is required of an unfinished profile. */
const unsavedSchema = profileFormSchema.extend({ name: z.string() });

/** The dialog's form; it keeps unsaved edits in the browser until `forget` or a save. */
export function useProfileForm(profile: VoiceProfile | null) {
  const [unsaved] = useState(() => storedJson(`profile-draft.${profile?.id ?? 'new'}`, unsavedSchema));
  const [stored] = useState(() => toForm(profile));
  const [typed] = useState(unsaved.read);
  const [restored, setRestored] = useState(typed !== null);
  const form = useForm<ProfileForm>({
    resolver: zodResolver(profileFormSchema),
    defaultValues: typed ?? stored,
  });

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (JSON.stringify(values) === JSON.stringify(stored)) unsaved.remove();
          else unsaved.write(values);
        },
      }),
    [form, unsaved, stored],
  );

  return {
    form,
    restored,
    startOver() {
      form.reset(stored);
      unsaved.remove();
      setRestored(false);
    },
    forget: unsaved.remove,
  };
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import { discardProfileDraft, readProfileDraft, writeProfileDraft } from './profile-draft.ts';
import { type ProfileForm, profileFormSchema, toForm } from './profile-form.ts';

/** The dialog's form, which goes on where it was closed by mistake. */
export function useProfileForm(profile: VoiceProfile | null) {
  const id = profile?.id ?? null;
  const [stored] = useState(() => toForm(profile));
  const [draft] = useState(() => readProfileDraft(id));
  const [restored, setRestored] = useState(draft !== null);
  const form = useForm<ProfileForm>({
    resolver: zodResolver(profileFormSchema),
    defaultValues: draft ?? stored,
  });

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (JSON.stringify(values) === JSON.stringify(stored)) discardProfileDraft(id);
          else writeProfileDraft(id, values);
        },
      }),
    [form, id, stored],
  );

  return {
    form,
    /** What is shown was typed earlier and never saved. */
    restored,
    startOver() {
      form.reset(stored);
      discardProfileDraft(id);
      setRestored(false);
    },
    /** Once it is saved, or deliberately given up. */
    forget: () => discardProfileDraft(id),
  };
}

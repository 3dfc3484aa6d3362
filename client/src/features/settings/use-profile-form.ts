import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import { profileDraft } from './profile-draft.ts';
import { type ProfileForm, profileFormSchema, toForm } from './profile-form.ts';

/** The dialog's form, which goes on where it was closed by mistake. */
export function useProfileForm(profile: VoiceProfile | null) {
  const [draft] = useState(() => profileDraft(profile?.id ?? null));
  const [stored] = useState(() => toForm(profile));
  const [typed] = useState(draft.read);
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
          if (JSON.stringify(values) === JSON.stringify(stored)) draft.remove();
          else draft.write(values);
        },
      }),
    [form, draft, stored],
  );

  return {
    form,
    /** What is shown was typed earlier and never saved. */
    restored,
    startOver() {
      form.reset(stored);
      draft.remove();
      setRestored(false);
    },
    /** Once it is saved, or deliberately given up. */
    forget: draft.remove,
  };
}

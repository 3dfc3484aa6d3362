import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { commentStyleSchema, defaultCommentStyle, textSchema } from '#shared/contracts/primitives.ts';
import type { CreateVoiceProfile, VoiceProfile } from '#shared/contracts/voice.ts';
import { forVoiceFields, longestVoiceText } from '#shared/contracts/voice-fields.ts';
import { useCreateVoiceProfile, useUpdateVoiceProfile, voiceProfilesQuery } from '../../api/voice.ts';
import { storedJson } from '../../lib/storage.ts';
import { failed, succeeded } from './kept-form.tsx';

const profileFormSchema = z.object({
  name: textSchema(200).trim().min(1, 'Profile name is required'),
  defaultCommentStyle: commentStyleSchema,
  ...forVoiceFields({
    text: () => textSchema(longestVoiceText),
    list: ({ maxLength, maxEntries, tooMany }) =>
      z.array(textSchema(maxLength).trim().min(1)).max(maxEntries, tooMany),
  }),
});
export type ProfileForm = z.infer<typeof profileFormSchema>;

const toForm = (profile: VoiceProfile | null): ProfileForm => ({
  name: profile?.name ?? '',
  defaultCommentStyle: profile?.defaultCommentStyle ?? defaultCommentStyle,
  ...forVoiceFields({
    text: ({ name }) => profile?.[name] ?? '',
    list: ({ name }) => profile?.[name] ?? [],
  }),
});

/** An emptied field clears what was stored. */
const toRequest = (form: ProfileForm): CreateVoiceProfile => ({
  name: form.name,
  defaultCommentStyle: form.defaultCommentStyle,
  ...forVoiceFields({
    text: ({ name }) => (form[name].trim() === '' ? null : form[name]),
    list: ({ name }) => form[name],
  }),
});

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

/** Creates the profile, or updates the one given. What was typed stays in the dialog where it fails. */
export function useSaveProfile(profile: VoiceProfile | null, onSaved: () => void) {
  const client = useQueryClient();
  const create = useCreateVoiceProfile();
  const update = useUpdateVoiceProfile();

  async function save(form: ProfileForm) {
    const verb = profile ? 'update' : 'create';
    try {
      // It may have been deleted in another tab meanwhile.
      const known = client.getQueryData(voiceProfilesQuery.queryKey);
      if (profile && known && !known.some(({ id }) => id === profile.id))
        throw new Error('No profile selected for editing');
      if (profile) await update.mutateAsync({ id: profile.id, body: toRequest(form) });
      else await create.mutateAsync(toRequest(form));
      succeeded(`Voice profile ${verb}d successfully`);
      onSaved();
    } catch (error) {
      failed(error, `Failed to ${verb} voice profile`);
    }
  }

  return { isPending: create.isPending || update.isPending, save };
}

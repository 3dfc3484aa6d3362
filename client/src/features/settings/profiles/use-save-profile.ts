import { useQueryClient } from '@tanstack/react-query';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import {
  useCreateVoiceProfile,
  useUpdateVoiceProfile,
  voiceProfilesQuery,
} from '../../../api/voice-profiles.ts';
import { failed, succeeded } from '../notices.ts';
import { type ProfileForm, toRequest } from './profile-form.ts';

/** Creates the profile, or updates the one given. What was typed stays in the dialog where it fails. */
export function useSaveProfile(profile: VoiceProfile | null, onSaved: () => void) {
  const client = useQueryClient();
  const create = useCreateVoiceProfile();
  const update = useUpdateVoiceProfile();

  async function createProfile(form: ProfileForm) {
    try {
      await create.mutateAsync(toRequest(form));
      succeeded('Voice profile created successfully');
      onSaved();
    } catch (error) {
      failed(error, 'Failed to create voice profile');
    }
  }

  async function updateProfile(id: number, form: ProfileForm) {
    try {
      // It may have been deleted in another tab meanwhile.
      const known = client.getQueryData(voiceProfilesQuery.queryKey);
      if (known && !known.some((each) => each.id === id)) throw new Error('No profile selected for editing');
      await update.mutateAsync({ id, body: toRequest(form) });
      succeeded('Voice profile updated successfully');
      onSaved();
    } catch (error) {
      failed(error, 'Failed to update voice profile');
    }
  }

  return {
    isPending: create.isPending || update.isPending,
    save: (form: ProfileForm) => (profile ? updateProfile(profile.id, form) : createProfile(form)),
  };
}

import { useQuery } from '@tanstack/react-query';
import { type CommentStyle, defaultCommentStyle } from '#shared/contracts/enums.ts';
import { userSettingsQuery } from '../../../api/settings.ts';
import { voiceProfilesQuery } from '../../../api/voice.ts';

/** The active profile's Default Comment Style; without a profile the app's. */
export function useStartStyle(): { startStyle: CommentStyle; isKnown: boolean } {
  const settings = useQuery(userSettingsQuery);
  const profiles = useQuery(voiceProfilesQuery);
  const active = profiles.data?.find(({ id }) => id === settings.data?.activeVoiceProfileId);
  return {
    startStyle: active?.defaultCommentStyle ?? defaultCommentStyle,
    isKnown: !settings.isPending && !profiles.isPending,
  };
}

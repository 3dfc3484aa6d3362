import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { DraftManner } from '#shared/contracts/drafts.ts';
import { userSettingsQuery } from '../api/settings.ts';
import { voiceProfilesQuery } from '../api/voice.ts';
import { WordSelect } from '../components/ui/form-fields.tsx';

/** The value of the choice for a neutral voice, which no profile shapes. */
const NEUTRAL = 'none';

export type ChosenVoice = number | typeof NEUTRAL;

/**
 * Returns the voice for the drafts of a dialog: the active profile until the user chooses
 * another, or none. The choice does not change which profile is active.
 */
export function useVoice() {
  const settings = useQuery(userSettingsQuery).data;
  const profiles = useQuery(voiceProfilesQuery).data ?? [];
  const [chosen, choose] = useState<ChosenVoice | null>(null);
  const activeId = settings?.activeVoiceProfileId ?? null;
  return {
    profiles,
    activeId,
    /**
     * Null until the user chooses. Requests then name no profile, and the server uses the
     * active one.
     */
    chosen,
    choose,
  };
}

export type Voice = ReturnType<typeof useVoice>;

/**
 * Returns the field of a request that names the chosen voice, or no field for the active
 * profile.
 */
export function voiceField({ chosen }: Pick<Voice, 'chosen'>): DraftManner {
  if (chosen === null) return {};
  return { voiceProfileId: chosen === NEUTRAL ? null : chosen };
}

/**
 * Shows the voice of the next draft and lets the user switch it. Shows nothing without a
 * voice profile.
 */
export function VoiceChoice({ voice, disabled }: { voice: Voice; disabled: boolean }) {
  const id = useId();
  const { profiles, activeId, chosen, choose } = voice;
  if (profiles.length === 0) return null;
  return (
    <span className="flex min-w-0 items-center text-sm">
      <label htmlFor={id} className="shrink-0 text-muted">
        Voice
      </label>
      <WordSelect
        id={id}
        value={chosen ?? activeId ?? NEUTRAL}
        disabled={disabled}
        onChange={({ target }) =>
          choose(target.value === NEUTRAL ? NEUTRAL : Number(target.value))
        }
        className="max-w-52 min-w-0 truncate max-sm:max-w-36"
      >
        {profiles.map((profile) => (
          <option key={profile.id} value={profile.id}>
            {profile.name}
          </option>
        ))}
        <option value={NEUTRAL}>Neutral</option>
      </WordSelect>
    </span>
  );
}

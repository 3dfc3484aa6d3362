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
 * Holds how the next draft is to be written, besides its style. `fields` are the fields
 * of a request; a choice that the user left alone has none.
 *
 * The voice is the active profile until the user chooses another, or none. The choice
 * does not change which profile is active.
 */
export function useDraftManner() {
  const settings = useQuery(userSettingsQuery).data;
  const profiles = useQuery(voiceProfilesQuery).data ?? [];
  const [chosenVoice, chooseVoice] = useState<ChosenVoice | null>(null);
  const fields: DraftManner = {};
  if (chosenVoice !== null)
    fields.voiceProfileId = chosenVoice === NEUTRAL ? null : chosenVoice;
  return {
    profiles,
    activeId: settings?.activeVoiceProfileId ?? null,
    /** Null until the user chooses. */
    chosenVoice,
    chooseVoice,
    fields,
  };
}

type DraftMannerState = ReturnType<typeof useDraftManner>;

/**
 * Shows the choices of how to write the next draft, in the dialog for one video and in
 * the one for several. Shows no voice without a voice profile.
 */
export function DraftMannerChoices({
  manner,
  disabled,
}: {
  manner: DraftMannerState;
  disabled: boolean;
}) {
  const id = useId();
  const { profiles, activeId, chosenVoice, chooseVoice } = manner;
  if (profiles.length === 0) return null;
  return (
    <span className="flex min-w-0 items-center text-sm">
      <label htmlFor={id} className="shrink-0 text-muted">
        Voice
      </label>
      <WordSelect
        id={id}
        value={chosenVoice ?? activeId ?? NEUTRAL}
        disabled={disabled}
        onChange={({ target }) =>
          chooseVoice(target.value === NEUTRAL ? NEUTRAL : Number(target.value))
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

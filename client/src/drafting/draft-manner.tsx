import type { DraftManner } from '#shared/contracts/drafts.ts';
import { useVoice, VoiceChoice, voiceField } from './voice-choice.tsx';

/**
 * Holds how the next draft is to be written, besides its style. `fields` are the fields
 * of a request; a choice that the user left alone has none.
 */
export function useDraftManner() {
  const voice = useVoice();
  const fields: DraftManner = voiceField(voice);
  return { voice, fields };
}

export type DraftMannerState = ReturnType<typeof useDraftManner>;

/**
 * Shows the choices of how to write the next draft, in the dialog for one video and in
 * the one for several.
 */
export function DraftMannerChoices({
  manner,
  disabled,
}: {
  manner: DraftMannerState;
  disabled: boolean;
}) {
  return <VoiceChoice voice={manner.voice} disabled={disabled} />;
}

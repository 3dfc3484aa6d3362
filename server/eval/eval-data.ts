import type { CreateVoiceProfile } from '#shared/contracts/voice-profiles.ts';
import videos from './videos.json' with { type: 'json' };
import voices from './voices.json' with { type: 'json' };

export interface EvalVideo {
  title: string;
  channel: string;
  /** BCP 47; null where YouTube does not say. */
  language: string | null;
  tags: readonly string[];
  description: string;
}

export interface EvalVoice {
  profile: Partial<CreateVoiceProfile> & { name: string };
  /** Empty for a newcomer, who has no style profile yet. */
  ownComments: readonly string[];
}

/** Forty videos from ten fields in four languages; fixed, so that runs can be compared. */
export const evalVideos: readonly EvalVideo[] = videos;
/** Four people who write differently; fixed too. */
export const evalVoices: readonly EvalVoice[] = voices;

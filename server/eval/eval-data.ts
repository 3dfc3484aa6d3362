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
  ownComments: readonly string[];
}

export const evalVideos: readonly EvalVideo[] = videos;
export const evalVoices: readonly EvalVoice[] = voices;

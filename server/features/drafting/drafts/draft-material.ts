import type { DraftWhy } from '#shared/contracts/draft-record.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import type { VideoService } from '../../videos/video.service.ts';
import type { VoiceService } from '../../voice/profiles/voice.service.ts';
import type { StyleProfileService } from '../../voice/style-profile/style-profile.service.ts';
import type { VersionsService } from '../../voice/versions/versions.service.ts';
import { chooseExamples } from './examples.rules.ts';

export type DraftedVideo = Awaited<ReturnType<VideoService['get']>>;
export type ActiveProfile = NonNullable<Awaited<ReturnType<VoiceService['activeProfile']>>>;

export interface MaterialDeps {
  styleProfiles: Pick<StyleProfileService, 'voice' | 'texts'>;
  versions: Pick<VersionsService, 'current'>;
}

/** What goes along with the profile into a prompt, as the record of the draft tells it. */
export type DraftMaterial = Pick<DraftWhy, 'profile' | 'examples' | 'rules'>;

const neutral: DraftMaterial = { profile: null, examples: [], rules: [] };

/** Examples and rules of the voice that fit this video. */
export async function draftMaterial(
  { styleProfiles, versions }: MaterialDeps,
  profile: ActiveProfile | null,
  wanted: { video: DraftedVideo; style: CommentStyle; except: readonly string[] },
): Promise<DraftMaterial> {
  if (!profile) return neutral;
  const { version, rules } = await versions.current(profile.id);
  const texts = await styleProfiles.texts(profile.id);
  const examples = chooseExamples(texts, wanted).map(({ kind, id, content }) => ({
    kind,
    id,
    text: content,
  }));
  return { profile: { id: profile.id, name: profile.name, version }, examples, rules };
}

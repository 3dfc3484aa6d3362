import { setImmediate as nextTurn } from 'node:timers/promises';
import { mostMarkedExamples } from '#shared/contracts/draft-record.ts';
import { notFound } from '../../../core/errors.ts';
import type { OwnCommentsRepository, OwnText } from '../own-comments/own-comments.repository.ts';
import type { VoiceRepository } from '../profiles/voice.repository.ts';
import { type StyleStatistics, styleStatistics } from './style-profile.rules.ts';
import { type TextTraits, textTraits } from './text-traits.rules.ts';

interface Deps {
  repository: Pick<OwnCommentsRepository, 'ownTexts' | 'rewrittenTexts' | 'markedTexts' | 'fingerprint'>;
  profiles: Pick<VoiceRepository, 'profile'>;
}

const mostTexts = 1000;
const slice = 25;

interface Kept {
  fingerprint: string;
  texts: readonly OwnText[];
  statistics: StyleStatistics;
}

export function createStyleProfileService({ repository, profiles }: Deps) {
  const kept = new Map<number, Kept>();

  async function current(profileId: number): Promise<Kept> {
    const fingerprint = await repository.fingerprint(profileId);
    const known = kept.get(profileId);
    if (known?.fingerprint === fingerprint) return known;
    const texts = [
      ...(await repository.ownTexts(profileId, mostTexts)),
      ...(await repository.rewrittenTexts(profileId, mostTexts)),
    ]
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, mostTexts);
    const measured: TextTraits[] = [];
    for (const [index, { content }] of texts.entries()) {
      const traits = textTraits(content);
      if (traits) measured.push(traits);
      if (index % slice === slice - 1) await nextTurn();
    }
    const computed = { fingerprint, texts, statistics: styleStatistics(measured) };
    kept.set(profileId, computed);
    return computed;
  }

  return {
    statistics: async (profileId: number): Promise<StyleStatistics> => (await current(profileId)).statistics,

    texts: async (profileId: number): Promise<readonly OwnText[]> => (await current(profileId)).texts,

    /** Read anew each time: a marked comment may be older than the texts that are kept. */
    markedTexts: (profileId: number | null): Promise<readonly OwnText[]> =>
      repository.markedTexts(profileId, mostMarkedExamples),

    async styleProfile(profileId: number): Promise<StyleStatistics['styleProfile']> {
      if (!(await profiles.profile(profileId))) throw notFound('This voice profile');
      return (await current(profileId)).statistics.styleProfile;
    },
  };
}

export type StyleProfileService = ReturnType<typeof createStyleProfileService>;

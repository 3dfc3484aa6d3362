import { describe, expect, it } from 'vitest';
import {
  LanguageModelError,
  type LanguageModelFailure,
} from '../../providers/language-model/language-model.ts';
import { heldDeadlines } from '../../testing/clock.ts';
import { testDiscovery, youTubeVideo } from '../../testing/discovery-app.ts';

const test = testDiscovery();
const { search, know, activate } = test;

const insights = {
  videoType: 'Tutorial',
  difficulty: 'medium' as const,
  commentOpportunity: 'high' as const,
  keyTopics: ['probes'],
  suggestedApproach: ['Ask about startup probes.'],
};

describe('an intelligent search', () => {
  const intelligent = { q: 'kubernetes', intelligent: 'true' };
  const again = { ...intelligent, askMissing: 'true' };
  const judged = (ids: readonly number[]) =>
    new Map(ids.map((id) => [id, { engagementScore: 77, insights }]));
  const knowMany = (count: number) =>
    know(
      ...Array.from({ length: count }, (_, index) =>
        youTubeVideo(`video${String(index).padStart(6, '0')}`),
      ),
    );
  const asked = () => test.discovery.assessed.map(({ ids }) => ids.length);
  const failing = (kind: LanguageModelFailure) => () => {
    throw new LanguageModelError(kind);
  };

  it('adds assessments from requests for at most five videos (rule 8.6)', async () => {
    await activate(['Kubernetes', 'Go']);
    knowMany(12);
    test.discovery.behaviour.assess = judged;
    const found = await search(intelligent);
    expect(found).toMatchObject({ enhanced: true, missing: 0 });
    for (const video of found.videos)
      expect(video).toMatchObject({ engagementScore: 77, contentInsights: insights });
    expect(asked()).toEqual([5, 5, 2]);
    expect(test.discovery.assessed.flatMap(({ ids }) => ids)).toEqual(
      found.videos.map(({ id }) => id),
    );
    for (const { expertise } of test.discovery.assessed)
      expect(expertise).toEqual(['Kubernetes', 'Go']);
  });

  it('keeps the assessments for the same search (rule 8.6)', async () => {
    knowMany(3);
    test.discovery.behaviour.assess = judged;
    const found = await search(intelligent);
    expect(await search(intelligent)).toEqual({ ...found, cached: true });
    expect(asked()).toHaveLength(1);
  });

  it('shows no assessments when the search does not ask for them', async () => {
    knowMany(3);
    test.discovery.behaviour.assess = judged;
    await search(intelligent);
    expect((await search()).videos[0]).toMatchObject({
      engagementScore: null,
      contentInsights: null,
    });
  });

  it('asks again after the areas of expertise changed (rule 8.6)', async () => {
    await activate(['Kubernetes', 'Go']);
    knowMany(12);
    test.discovery.behaviour.assess = judged;
    const found = await search(intelligent);
    await activate(['Baking']);
    expect(await search(intelligent)).toMatchObject({ enhanced: true, missing: 0 });
    await activate(['Go', 'Kubernetes']);
    expect(await search(intelligent)).toEqual({ ...found, cached: true });
    expect(asked()).toHaveLength(9);
    expect(test.discovery.searches).toHaveLength(1);
  });

  it('does not ask again when only the order of the areas changed (rule 8.6)', async () => {
    await activate(['Kubernetes', 'Go']);
    knowMany(3);
    test.discovery.behaviour.assess = judged;
    await search(intelligent);
    await activate(['Go', 'Kubernetes']);
    expect(await search(intelligent)).toMatchObject({ enhanced: true, missing: 0 });
    expect(asked()).toHaveLength(1);
  });

  describe('with assessments of which some take longer than 20 seconds (rule 8.6)', () => {
    /** Searches while the second of three requests to the model waits for `arrive`. */
    async function searchWithLateAssessments() {
      knowMany(12);
      const deadlines = heldDeadlines();
      const late = Promise.withResolvers<void>();
      test.discovery.behaviour.assess = async (ids) => {
        if (test.discovery.assessed.length !== 2) return judged(ids);
        setImmediate(deadlines.pass);
        await late.promise;
        return judged(ids);
      };
      const found = await search(intelligent);
      test.discovery.assessed.length = 0;
      test.discovery.changed.length = 0;
      return { found, deadlines, arrive: () => late.resolve() };
    }

    it('shows those that arrived, and plain rules for the others', async () => {
      const { found, deadlines, arrive } = await searchWithLateAssessments();
      expect(deadlines.lengths).toEqual([20_000]);
      expect(found).toMatchObject({ enhanced: true, assessing: true, missing: 5 });
      expect(found.videos.every(({ contentInsights }) => contentInsights !== null)).toBe(
        true,
      );
      arrive();
    });

    it('does not ask for the others again while they are awaited', async () => {
      const { arrive } = await searchWithLateAssessments();
      expect(await search(again)).toMatchObject({
        cached: true,
        assessing: true,
        missing: 5,
      });
      expect(test.discovery.assessed).toEqual([]);
      arrive();
    });

    it('keeps the later ones with the search, and tells open pages', async () => {
      const { arrive } = await searchWithLateAssessments();
      arrive();
      await expect.poll(() => test.discovery.changed).toContain('assessments');
      await expect.poll(async () => (await search(intelligent)).assessing).toBe(false);
      expect(await search(intelligent)).toMatchObject({
        cached: true,
        enhanced: true,
        missing: 0,
      });
      expect(test.discovery.assessed).toEqual([]);
      expect(test.discovery.searches).toHaveLength(1);
    });
  });

  describe('when the model fails (rule 8.6)', () => {
    async function searchWithoutModel() {
      knowMany(7);
      test.discovery.behaviour.assess = failing('unavailable');
      const found = await search(intelligent);
      test.discovery.behaviour.assess = judged;
      return found;
    }

    it('uses plain rules', async () => {
      const found = await searchWithoutModel();
      expect(found).toMatchObject({ enhanced: false, missing: 7 });
      expect(found.videos[0]?.engagementScore).toEqual(expect.any(Number));
      expect(found.videos[0]?.contentInsights?.suggestedApproach).not.toEqual([]);
    });

    it('does not ask it again for the same search', async () => {
      const found = await searchWithoutModel();
      expect(await search(intelligent)).toEqual({ ...found, cached: true });
      expect(asked()).toHaveLength(2);
    });

    it('asks it again on request', async () => {
      await searchWithoutModel();
      expect(await search(again)).toMatchObject({
        cached: true,
        enhanced: true,
        missing: 0,
      });
      expect(asked()).toHaveLength(4);
      expect(test.discovery.searches).toHaveLength(1);
    });
  });

  it('asks the model once for two requests at the same time', async () => {
    knowMany(3);
    test.discovery.behaviour.assess = async (ids) => {
      await new Promise((resolve) => setImmediate(resolve));
      return judged(ids);
    };
    const answers = await Promise.all([search(intelligent), search(intelligent)]);
    expect(answers.map(({ missing }) => missing)).toEqual([0, 0]);
    expect(asked()).toEqual([3]);
  });

  it('asks the model again after half an hour, also after a failure', async () => {
    knowMany(1);
    test.discovery.behaviour.assess = failing('busy');
    await search(intelligent);
    test.clock.advance(30 * 60_000);
    test.discovery.behaviour.assess = judged;
    expect(await search(intelligent)).toMatchObject({
      cached: false,
      enhanced: true,
      missing: 0,
    });
    expect(test.discovery.searches).toHaveLength(2);
  });
});

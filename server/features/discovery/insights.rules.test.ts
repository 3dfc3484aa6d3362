import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentInsightsSchema } from '#shared/contracts/videos.ts';
import { type AssessableVideo, plainAssessment } from './insights.rules.ts';

const video = (overrides: Partial<AssessableVideo> = {}): AssessableVideo => ({
  title: 'Kubernetes tutorial for beginners',
  description: null,
  tags: ['Kubernetes'],
  matchScore: 85,
  commentsOff: false,
  ...overrides,
});

describe('plainAssessment', () => {
  it('reads type, difficulty and topics from the texts', () => {
    expect(plainAssessment(video()).insights).toMatchObject({
      videoType: 'Tutorial',
      difficulty: 'easy',
      commentOpportunity: 'medium',
      keyTopics: ['Kubernetes'],
    });
    expect(plainAssessment(video({ title: 'Linux kernel internals' })).insights.difficulty).toBe('hard');
  });

  it('scores match and invitation to comment, and gives 0 where comments are off', () => {
    const judged = (overrides: Partial<AssessableVideo>) => {
      const { engagementScore, insights } = plainAssessment(video(overrides));
      return [engagementScore, insights.commentOpportunity];
    };
    expect(judged({})).toEqual([60, 'medium']);
    expect(judged({ description: 'Let me know what you run.' })).toEqual([80, 'high']);
    expect(judged({ title: 'Kubernetes or Nomad?' })).toEqual([80, 'high']);
    expect(judged({ title: 'Kubernetes vs Nomad' })).toEqual([70, 'high']);
    expect(judged({ matchScore: 20 })).toEqual([14, 'low']);
    expect(judged({ matchScore: 100, commentsOff: true })).toEqual([0, 'low']);
  });

  it('fits the contract, and is the same whatever YouTube counts (rule 8.4)', () => {
    const anyVideo = fc.record({
      title: fc.string(),
      description: fc.option(fc.string()),
      tags: fc.array(fc.string()),
      matchScore: fc.integer({ min: 0, max: 100 }),
      commentsOff: fc.boolean(),
    });
    const figures = fc.record({
      viewCount: fc.nat(),
      likeCount: fc.nat(),
      commentCount: fc.nat(),
      publishedAt: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    });
    fc.assert(
      fc.property(anyVideo, figures, (each, counted) => {
        const assessment = plainAssessment({ ...each, ...counted });
        expect(assessment).toEqual(plainAssessment(each));
        const { engagementScore, insights } = assessment;
        expect(Number.isInteger(engagementScore)).toBe(true);
        expect(engagementScore).toBeGreaterThanOrEqual(0);
        expect(engagementScore).toBeLessThanOrEqual(100);
        expect(contentInsightsSchema.parse(insights)).toEqual(insights);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentInsightsSchema } from '#shared/contracts/videos.ts';
import { type JudgedVideo, plainAssessment } from './insights.rules.ts';

const now = new Date('2026-03-03T12:00:00Z');
const video = (overrides: Partial<JudgedVideo> = {}): JudgedVideo => ({
  title: 'Kubernetes tutorial for beginners',
  description: null,
  tags: ['Kubernetes'],
  publishedAt: '2026-02-28T12:00:00Z',
  viewCount: 10_000,
  likeCount: 400,
  commentCount: 30,
  commentsOff: false,
  ...overrides,
});

describe('plainAssessment', () => {
  it('reads type, difficulty and topics from the texts', () => {
    expect(plainAssessment(video(), now).insights).toMatchObject({
      videoType: 'Tutorial',
      difficulty: 'easy',
      commentOpportunity: 'high',
      keyTopics: ['Kubernetes'],
    });
    expect(plainAssessment(video({ title: 'Linux kernel internals' }), now).insights.difficulty).toBe('hard');
  });

  it('sees little opportunity in an old or crowded video, and none where comments are off', () => {
    const opportunity = (overrides: Partial<JudgedVideo>) =>
      plainAssessment(video(overrides), now).insights.commentOpportunity;
    expect(opportunity({ publishedAt: '2023-01-01T00:00:00Z' })).toBe('low');
    expect(opportunity({ commentCount: 9_000 })).toBe('low');
    expect(opportunity({ commentsOff: true, commentCount: null })).toBe('low');
    expect(opportunity({ commentCount: 900 })).toBe('medium');
    expect(plainAssessment(video({ commentsOff: true }), now).engagementScore).toBe(0);
  });

  it('always gives what the contract asks for', () => {
    const count = fc.option(fc.nat());
    const anyVideo = fc.record({
      title: fc.string(),
      description: fc.option(fc.string()),
      tags: fc.array(fc.string()),
      publishedAt: fc.oneof(
        fc.constant('not a date'),
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      ),
      viewCount: count,
      likeCount: count,
      commentCount: count,
      commentsOff: fc.boolean(),
    });
    fc.assert(
      fc.property(anyVideo, (each) => {
        const { engagementScore, insights } = plainAssessment(each, now);
        expect(Number.isInteger(engagementScore)).toBe(true);
        expect(engagementScore).toBeGreaterThanOrEqual(0);
        expect(engagementScore).toBeLessThanOrEqual(100);
        expect(contentInsightsSchema.parse(insights)).toEqual(insights);
      }),
    );
  });
});

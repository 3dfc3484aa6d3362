import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentInsightsSchema, viewCounts } from '#shared/contracts/videos.ts';
import {
  type AssessableVideo,
  assessmentKey,
  firstPage,
  linkedVideoId,
  lookupKey,
  lookupOf,
  matchFor,
  passesViewCount,
  plainAssessment,
} from './search.rules.ts';

const now = new Date('2026-03-03T12:00:00Z');

describe('lookupKey', () => {
  const key = (q: string, rest = {}) => lookupKey(lookupOf({ q, ...rest }));

  it('is the same however the query is spaced or capitalised', () => {
    expect(key('  Kubernetes   Probes ')).toBe(key('kubernetes probes'));
    expect(key('kubernetes', { relevance: 'relevance' })).toBe(key('kubernetes'));
  });

  it('differs with each filter', () => {
    const keys = [
      key('kubernetes'),
      key('kubernetes', { uploadDate: 'day' }),
      key('kubernetes', { viewCount: '100k+' }),
      key('kubernetes', { relevance: 'views' }),
      key('docker'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is the video for every form of its link, whatever the filters', () => {
    expect(key('https://youtu.be/dQw4w9WgXcQ')).toBe(
      key('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1', { uploadDate: 'day' }),
    );
  });

  it('of assessed results depends on the expertise, not on its order', () => {
    const lookup = lookupOf({ q: 'kubernetes' });
    expect(assessmentKey(lookup, ['Go', 'DevOps'])).toBe(assessmentKey(lookup, ['devops', 'go']));
    expect(assessmentKey(lookup, ['Go'])).not.toBe(assessmentKey(lookup, []));
  });
});

describe('firstPage', () => {
  it.each([
    ['day', '2026-03-02T12:00:00.000Z'],
    ['week', '2026-02-24T12:00:00.000Z'],
    ['month', '2026-02-01T12:00:00.000Z'],
    ['year', '2025-03-03T12:00:00.000Z'],
  ] as const)('asks for the last %s', (uploadDate, expected) => {
    expect(firstPage('x', { uploadDate }, now).publishedAfter?.toISOString()).toBe(expected);
  });

  it.each([
    [undefined, 'relevance'],
    ['relevance', 'relevance'],
    ['date', 'date'],
    ['views', 'viewCount'],
  ] as const)('orders %s by %s', (relevance, order) => {
    expect(firstPage('x', { relevance }, now)).toMatchObject({ order, publishedAfter: null });
  });
});

describe('passesViewCount', () => {
  it.each([
    [999, []],
    [1_000, ['1k-10k']],
    [9_999, ['1k-10k']],
    [10_000, ['10k-100k']],
    [99_999, ['10k-100k']],
    [100_000, ['100k+']],
    [null, []],
  ])('puts %s views into %j', (views, expected) => {
    expect(viewCounts.filter((range) => passesViewCount(views, range))).toEqual(expected);
  });

  it('lets every count of a thousand or more into exactly one range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000 }), (views) => {
        expect(viewCounts.filter((range) => passesViewCount(views, range))).toHaveLength(1);
      }),
    );
  });
});

const anyLink = fc
  .tuple(fc.constantFrom('youtu.be', 'm.youtube.com', 'example.com'), fc.string(), fc.string())
  .map(([host, path, id]) => `https://${host}/${path}?v=${id}`);

describe('linkedVideoId', () => {
  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'http://youtube.com/watch?v=dQw4w9WgXcQ&t=42s',
    'https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&list=PL123&index=3',
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=abc_DEF',
    'youtu.be/dQw4w9WgXcQ',
    'www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/live/dQw4w9WgXcQ?feature=share',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=3',
    'HTTPS://WWW.YOUTUBE.COM/watch?v=dQw4w9WgXcQ#comments',
    '  https://youtu.be/dQw4w9WgXcQ/ ',
  ])('finds the id in %s', (link) => {
    expect(linkedVideoId(link)).toBe('dQw4w9WgXcQ');
  });

  it.each([
    'kubernetes',
    'dQw4w9WgXcQ',
    'https://example.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/playlist?list=PL123',
    'watch youtu.be/dQw4w9WgXcQ now',
    'https://',
    'http://[',
  ])('treats %s as a search', (query) => {
    expect(linkedVideoId(query)).toBeNull();
  });

  it('never throws, and returns only well-formed ids', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), anyLink), (query) => {
        expect(linkedVideoId(query) ?? 'dQw4w9WgXcQ').toMatch(/^[\w-]{11}$/);
      }),
    );
  });
});

describe('matchFor', () => {
  const video = { title: 'Tasty sourdough', description: null, keywords: [] };
  const lookup = lookupOf({ q: 'sourdough' });

  it('takes the query where no profile names an area, and tells no topic', () => {
    expect(matchFor(null, lookup)(video)).toEqual({ score: 85, topics: [] });
    const focus = { expertiseAreas: [], industryFocus: 'Kubernetes', description: null };
    expect(matchFor(focus, lookup)(video)).toEqual({ score: 85, topics: [] });
  });

  it('takes the areas where there are any, and a linked video as a full match where there are none', () => {
    const areas = { expertiseAreas: ['Kubernetes'], industryFocus: null, description: null };
    expect(matchFor(areas, lookup)(video).score).toBe(0);
    const linked = lookupOf({ q: 'https://youtu.be/dQw4w9WgXcQ' });
    expect(matchFor(null, linked)(video)).toEqual({ score: 100, topics: [] });
  });
});

describe('insights', () => {
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
});

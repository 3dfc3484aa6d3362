import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentInsightsSchema, viewCounts } from '#shared/contracts/videos.ts';
import { readFailure } from '../../core/youtube-failures.ts';
import {
  LanguageModelError,
  type LanguageModelFailure,
  type Question,
} from '../../providers/language-model/language-model.ts';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import { askedToAssess } from '../../testing/discovery-app.ts';
import { remoteProfile } from '../../testing/drafting-app.ts';
import { assessAnswer, assessVideos, plainAssessment } from './assessment.ts';
import { matcher } from './match.rules.ts';
import { assessmentKey } from './search.service.ts';
import { type Assessment, chaptersOf, type VideoRow } from './video.rules.ts';
import {
  firstPage,
  lookupKey,
  lookupOf,
  passesViewCount,
} from './youtube-reads.service.ts';

const now = new Date('2026-03-03T12:00:00Z');

describe('lookupKey', () => {
  const key = (q: string, rest = {}) => lookupKey(lookupOf({ q, ...rest }));

  it('is the same for any white space and letter case of the query', () => {
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

  it('for assessed results depends on the expertise, but not on its order', () => {
    const lookup = lookupOf({ q: 'kubernetes' });
    expect(assessmentKey(lookup, ['Go', 'DevOps'])).toBe(
      assessmentKey(lookup, ['devops', 'go']),
    );
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
    expect(firstPage('x', { uploadDate }, now).publishedAfter?.toISOString()).toBe(
      expected,
    );
  });

  it.each([
    [undefined, 'relevance'],
    ['relevance', 'relevance'],
    ['date', 'date'],
    ['views', 'viewCount'],
  ] as const)('orders %s by %s', (relevance, order) => {
    expect(firstPage('x', { relevance }, now)).toMatchObject({
      order,
      publishedAfter: null,
    });
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

  it('puts every count of a thousand or more into exactly one range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000 }), (views) => {
        expect(viewCounts.filter((range) => passesViewCount(views, range))).toHaveLength(
          1,
        );
      }),
    );
  });
});

it.each([
  [{}, 85, 85, 'high'],
  [{}, 69, 69, 'medium'],
  [{}, 39, 39, 'low'],
  [{ commentsOff: true }, 100, 0, 'low'],
] as const)(
  'plainAssessment judges %o by its match of %i alone (rule 8.4)',
  (of, match, score, chance) => {
    const { engagementScore, insights } = plainAssessment(
      { tags: ['Go'], commentsOff: false, ...of },
      match,
    );
    expect([engagementScore, insights.commentOpportunity]).toEqual([score, chance]);
    expect(contentInsightsSchema.parse(insights)).toEqual(insights);
  },
);

const video = (title: string, description = '', keywords: string[] = []) => ({
  title,
  description,
  keywords,
});
const profile = (
  expertiseAreas: readonly string[],
  industryFocus = '',
  description = '',
) => {
  return { expertiseAreas, industryFocus, description };
};
const score = (candidate: ReturnType<typeof video>, ...of: Parameters<typeof profile>) =>
  matcher(profile(...of))(candidate).score;
const topics = (candidate: ReturnType<typeof video>, ...of: Parameters<typeof profile>) =>
  matcher(profile(...of))(candidate).topics;
const someText = fc.lorem({ maxCount: 8 });

describe('the score (rule 8.21)', () => {
  it('is 0 without a match, and 85 for one area in the title', () => {
    expect(score(video('Sourdough for beginners'), ['Kubernetes'])).toBe(0);
    expect(score(video('Kubernetes for beginners'), ['Kubernetes'])).toBe(85);
  });

  it('is as high for an area among YouTube’s tags as in the title, and lower in the description', () => {
    const areas = ['distributed systems'];
    const inTitle = score(video('Distributed systems, a talk'), areas);
    expect(score(video('A talk', '', ['distributed systems']), areas)).toBe(inTitle);
    const inDescription = score(video('A talk', 'About distributed systems.'), areas);
    expect(inDescription).toBeGreaterThan(0);
    expect(inDescription).toBeLessThan(inTitle);
  });

  it('is higher for a phrase than for its scattered words, and higher for those than for one of them', () => {
    const areas = ['platform engineering'];
    const [phrase, scattered, one] = [
      'Platform engineering at scale',
      'Engineering a data platform',
      'Platform diving',
    ].map((title) => score(video(title), areas));
    expect(phrase).toBeGreaterThan(scattered ?? 0);
    expect(scattered).toBeGreaterThan(one ?? 0);
    expect(one).toBeGreaterThan(0);
  });

  it('rises with words of focus and description, which count little on their own', () => {
    const words = ['Bakery, food craft', 'Rye and croissants'] as const;
    const bare = score(video('Sourdough starter'), ['Sourdough'], ...words);
    expect(
      score(video('Sourdough starter', '', ['bakery']), ['Sourdough'], ...words),
    ).toBeGreaterThan(bare);
    const alone = score(video('Croissant dance'), ['Sourdough'], ...words);
    expect(alone).toBeGreaterThan(0);
    expect(alone).toBeLessThan(20);
    expect(
      score(video('Croissants at a bakery'), ['Sourdough'], ...words),
    ).toBeGreaterThan(2 * alone);
  });

  it.each([
    ['Modern C++ in practice', 'C++'],
    ['C# records', 'c#'],
    ['Scaling Node.js servers', 'node.js'],
    ['REST APIs done right', 'API'],
    ['Observable systems', 'Observability'],
    ['E-Rechnung ab Januar', 'e-rechnung'],
    ['Die neuen Wärmepumpen', 'Wärmepumpe'],
    ['Viñedos y bodegas', 'viñedo'],
    ['Kubernetes入門：コンテナの基礎', 'コンテナ'],
    ['朝の腰痛をなくす体操', '腰痛'],
    ['手押し鉋盤の調整', '鉋'],
    ['リハビリテーションの一日', 'リハビリ'],
    ['Программирование на Go', 'программирование'],
  ])('is 85 for “%s” with the area %s', (title, area) => {
    expect(score(video(title), [area])).toBe(85);
  });

  it.each([
    ['Wärmepumpenheizung im Altbau', 'Wärmepumpe'],
    ['Dachdämmung aus Zellulose', 'Dämmung'],
    ['PostgreSQL indexes', 'Postgres'],
  ])('is 68 for the compound in “%s” with the area %s', (title, area) => {
    expect(score(video(title), [area])).toBe(68);
  });

  it.each([
    ['Reactive gardening', 'React'],
    ['JavaScript tricks', 'Java'],
    ['C basics', 'C++'],
    ['Eine Rechnung offen', 'E-Rechnung'],
    ['木曜の朝ニュース', '木工'],
  ])('is 0 for “%s” with the area %s', (title, area) => {
    expect(score(video(title), [area])).toBe(0);
  });

  it('counts a repeated area once, and ignores empty ones', () => {
    expect(score(video('Kubernetes'), ['kubernetes', 'Kubernetes', ' ', '!?'])).toBe(85);
    expect(score(video('Kubernetes'), [])).toBe(0);
  });

  it('ignores words far down in the description', () => {
    expect(
      score(video('A talk', `${'padding '.repeat(200)}Kubernetes`), ['Kubernetes']),
    ).toBe(0);
  });

  it('stays from 0 to 100, and never falls when an area is added', () => {
    const texts = fc.tuple(someText, someText, fc.array(someText, { maxLength: 3 }));
    const anyText = fc.oneof(someText, fc.string());
    fc.assert(
      fc.property(
        texts,
        fc.array(anyText),
        someText,
        anyText,
        (parts, areas, about, more) => {
          const before = score(video(...parts), areas, about);
          expect(before).toBeGreaterThanOrEqual(0);
          expect(before).toBeLessThanOrEqual(100);
          expect(score(video(...parts), [...areas, more], about)).toBeGreaterThanOrEqual(
            before,
          );
        },
      ),
      // Two words with the same stem, the second one shorter.
      {
        examples: [
          [
            ['ante', 'sed', ['ultrices faucibus']],
            ['ultricies vel'],
            'sit',
            'ultrices nisl',
          ],
        ],
      },
    );
  });

  it('never falls when the title gets longer', () => {
    fc.assert(
      fc.property(
        someText,
        someText,
        fc.array(someText),
        someText,
        (title, more, areas, about) => {
          const before = score(video(title), areas, about);
          expect(score(video(`${title}. ${more}`), areas, about)).toBeGreaterThanOrEqual(
            before,
          );
        },
      ),
    );
  });
});

describe('the topics', () => {
  it('are the areas as the profile writes them, then its other words, each with the clearest first', () => {
    const of = [
      ['GitOps', 'Developer platforms', 'gitops', 'Go'],
      'Clusters',
      'Förderanträge',
    ] as const;
    expect(
      topics(video('Developer platforms', 'A GitOps story on clusters'), ...of),
    ).toEqual(['Developer platforms', 'gitops', 'Clusters']);
    expect(topics(video('Neue Förderanträge'), ...of)).toEqual(['Förderanträge']);
  });

  it('include an area only when one field has all its words', () => {
    expect(topics(video('A platform', 'and security'), ['Platform security'])).toEqual([
      'Platform',
      'security',
    ]);
    expect(topics(video('Anything'), [])).toEqual([]);
  });

  it('leave out words that say nothing about a field', () => {
    expect(
      topics(
        video('My company and the people'),
        ['Rust'],
        '',
        'I help people at a company',
      ),
    ).toEqual([]);
  });
});

const three = [
  { at: 0, title: 'Intro' },
  { at: 65, title: 'The failure' },
  { at: 3723, title: 'What we changed' },
];

it.each([
  ['0:00 Intro\n1:05 The failure\n1:02:03 What we changed'],
  [
    'Lead.\n\n0:00 - Intro\n1:05 – The failure\n1:02:03 | What we changed\n\nMore at example.com',
  ],
  ['(0:00) Intro\n(1:05) The failure\n[1:02:03] What we changed'],
  ['• 00:00 Intro\n• 01:05 The failure\n• 01:02:03 What we changed'],
  ['1. 0:00 Intro\n2. 1:05 The failure\n3. 1:02:03 What we changed'],
  ['Intro 0:00\nThe failure - 1:05\nWhat we changed (1:02:03)'],
  [
    'Live every Monday at 18:00\r\n0:00 Intro\r\nwith words between\r\n1:05 The failure\r\n1:02:03 What we changed',
  ],
])('chaptersOf reads chapters from %j', (description) => {
  expect(chaptersOf(description)).toEqual(three);
});

it.each([
  ['no description', null],
  ['no times', 'Rolling updates, probes and what to watch.'],
  ['only two times', '0:00 Intro\n1:05 The failure'],
  ['a first time other than 0:00', '0:01 Intro\n1:05 The failure\n2:00 The end'],
  ['a chapter shorter than ten seconds', '0:00 Intro\n1:05 The failure\n1:14 The end'],
  ['times out of order', '0:00 Intro\n2:05 The failure\n1:14 The end'],
  ['times without titles', '0:00\n1:05\n2:00'],
])('chaptersOf finds no chapters with %s', (_, description) => {
  expect(chaptersOf(description)).toEqual([]);
});

it.each([
  ['burst', 'rateLimitExceeded', 429, 'rate_limited_by_youtube'],
  ['scope', 'insufficientPermissions', 409, 'scope_missing'],
  ['account', 'authenticatedUserAccountSuspended', 409, 'account_cannot_post'],
  ['account', 'youtubeSignupRequired', 409, 'youtube_signup_required'],
  ['config', 'accessNotConfigured', 409, 'api_not_configured'],
  ['config', 'CONSUMER_SUSPENDED', 409, 'project_suspended'],
  ['config', 'CONSUMER_INVALID', 409, 'project_invalid'],
  ['config', 'invalidSearchFilter', 409, 'request_not_understood'],
  ['refused', 'videoNotFound', 409, 'video_not_found'],
  ['refused', 'commentsDisabled', 409, 'comments_off'],
  ['forbidden', 'forbidden', 409, 'refused_without_reason'],
  ['unexplained', 'http_403', 409, 'refused_without_reason'],
  ['unknown', 'timeout', 503, 'youtube_unavailable'],
] as const)(
  'readFailure turns %s (%s) into %i %s with a sentence (rule 7.9)',
  (kind, reason, status, code) => {
    const failure = readFailure(new YouTubeError(kind, reason, 'search'));
    expect(failure).toMatchObject({
      status,
      code,
      message: expect.stringMatching(/\.$/),
    });
  },
);

const assessment: Assessment = {
  engagementScore: 77,
  insights: {
    videoType: 'Tutorial',
    difficulty: 'medium',
    commentOpportunity: 'high',
    keyTopics: [],
    suggestedApproach: [],
  },
};
const videos = (count: number) =>
  Array.from(
    { length: count },
    (_, id) => ({ id, title: 'A talk', channelTitle: 'Ops' }) as VideoRow,
  );

/**
 * Creates a model that answers or fails, depending on the number of the request (from 0).
 */
function modelThat(
  failsAt: (request: number) => LanguageModelFailure | null,
  isLocal = false,
) {
  const asked: number[] = [];
  let running = 0;
  let mostAtOnce = 0;
  return {
    asked,
    profile: async () => ({ ...remoteProfile, isLocal }),
    mostAtOnce: () => mostAtOnce,
    async answer<T>(question: Question<T>): Promise<T> {
      const { ids } = askedToAssess(question);
      const failure = failsAt(asked.push(ids.length) - 1);
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (failure) throw new LanguageModelError(failure);
      return new Map(ids.map((id) => [id, assessment])) as T;
    },
  };
}

const assess = async (model: ReturnType<typeof modelThat>, count: number) => {
  const later = { onLate: async () => {}, isStopping: () => false };
  return (await assessVideos(model, videos(count), [], later)).arrived;
};

it('assessVideos sends one request after another to a local server', async () => {
  const model = modelThat(() => null, true);
  expect((await assess(model, 25)).size).toBe(25);
  expect(model.mostAtOnce()).toBe(1);
});

it('assessVideos sends five videos in a request and five requests at a time (rule 8.6)', async () => {
  const model = modelThat(() => null);
  expect((await assess(model, 48)).size).toBe(48);
  expect(model.asked).toEqual([...Array(9).fill(5), 3]);
  expect(model.mostAtOnce()).toBe(5);
});

it.each(['unavailable', 'bad_answer', 'quota', 'config'] as const)(
  'assessVideos sends no more than the first five requests while none is answered (%s)',
  async (kind) => {
    const model = modelThat(() => kind);
    expect((await assess(model, 50)).size).toBe(0);
    expect(model.asked).toHaveLength(5);
  },
);

it.each(['quota', 'config'] as const)(
  'assessVideos stops once the model answers %s',
  async (kind) => {
    const model = modelThat((request) => (request === 4 ? kind : null));
    expect((await assess(model, 50)).size).toBeLessThan(45);
  },
);

it('assessAnswer cleans an assessment to what the database can store', () => {
  const judged = {
    id: '7',
    fit: 70,
    type: 'Tuto\u0000rial',
    difficulty: 'Hard',
    opportunity: 'low',
  };
  const told = { videos: [{ ...judged, topics: ['a\u0000', ''], approach: '\ud800' }] };
  const stored = {
    videoType: 'Tutorial',
    keyTopics: ['a'],
    suggestedApproach: ['\ufffd'],
  };
  expect(
    assessAnswer(new Set([7]))
      .read(told)
      ?.get(7)?.insights,
  ).toMatchObject(stored);
});

import {
  type AnalyticsOutcomes,
  type AnalyticsResponse,
  uploadAges,
} from '#shared/contracts/analytics.ts';

export const someOutcomes = (
  over: Partial<AnalyticsOutcomes> = {},
): AnalyticsOutcomes => ({
  afterSevenDays: {
    public: 41,
    onlyYou: 2,
    removed: 0,
    unknown: 1,
    notYet: 7,
    withdrawn: 1,
  },
  figures: {
    count: 48,
    known: 46,
    likes: 310,
    replies: 74,
    readBetween: { first: '2026-11-02T08:00:00Z', last: '2026-11-21T09:30:00Z' },
  },
  repliedByCreator: 9,
  byStyle: [
    { style: 'insightful', count: 30, known: 30, likes: 240, replies: 1200 },
    { style: 'supportive', count: 2, known: 0, likes: 0, replies: 0 },
    { style: 'questioning', count: 16, known: 16, likes: 70, replies: 0 },
  ],
  byOpening: [
    { opening: 'question', count: 12, known: 12, likes: 40, replies: 31 },
    { opening: 'number', count: 6, known: 5, likes: 11, replies: 2 },
    { opening: 'statement', count: 30, known: 29, likes: 259, replies: 41 },
  ],
  byVoice: [
    {
      profile: { id: 1, name: 'Ada', version: 3 },
      count: 40,
      known: 40,
      likes: 300,
      replies: 70,
    },
    {
      profile: { id: 2, name: 'Ada', version: 3 },
      count: 5,
      known: 5,
      likes: 10,
      replies: 4,
    },
    { profile: null, count: 3, known: 1, likes: 0, replies: 0 },
  ],
  ...over,
});

export const someFigures = (
  over: Partial<AnalyticsResponse> = {},
): AnalyticsResponse => ({
  days: 30,
  totals: { totalComments: 20, successRate: 60, approvalRate: 75, averageQuality: 8.1 },
  previousTotals: {
    totalComments: 15,
    successRate: 66.7,
    approvalRate: 70,
    averageQuality: 7.9,
  },
  statusBreakdown: [
    { status: 'pending', count: 4, percent: 20 },
    { status: 'approved', count: 3, percent: 15 },
    { status: 'rejected', count: 0, percent: 0 },
    { status: 'posted', count: 12, percent: 60 },
    { status: 'failed', count: 1, percent: 5 },
  ],
  stylePerformance: [
    { style: 'insightful', count: 10, posted: 7, successRate: 70, averageQuality: 8.4 },
    { style: 'supportive', count: 6, posted: 3, successRate: 50, averageQuality: 7.8 },
    { style: 'questioning', count: 4, posted: 2, successRate: 50, averageQuality: 8 },
  ],
  recentActivity: Array.from({ length: 7 }, (_, index) => ({
    day: `2026-11-${15 + index}`,
    generated: index,
    posted: index % 3,
  })),
  topChannels: [
    {
      channelTitle: 'Cluster Notes',
      count: 5,
      posted: 4,
      known: 3,
      likes: 31,
      replies: 9,
      averageQuality: 8.2,
    },
  ],
  outcomes: someOutcomes(),
  hoursAfterUpload: uploadAges.map((age, at) => ({
    age,
    comments: 8 - at,
    visible: 7 - at,
    repliedByCreator: 2,
    repliedByOthers: at,
  })),
  overall: {
    videosFound: 321,
    inQueue: 7,
    commentsPosted: 88,
    successRate: 71.2,
    totalComments: 124,
  },
  ...over,
});

import type {
  Comment,
  CommentAnalysis,
  QueueItem,
} from '#shared/contracts/comment-detail.ts';
import type { Alternative, VideoMaterial } from '#shared/contracts/drafts.ts';
import {
  type Notice,
  type NoticeSettings,
  noticeChannels,
  noticeKinds,
} from '#shared/contracts/notices.ts';
import type { PostingStatus } from '#shared/contracts/posting.ts';
import type { Reply, ReplyCounts } from '#shared/contracts/replies.ts';
import type { UserSettings } from '#shared/contracts/settings.ts';
import type {
  AuthUserResponse,
  QuotaBucketStatus,
  QuotaResponse,
  Stats,
  TokenStatus,
} from '#shared/contracts/status.ts';
import type {
  CommentStates,
  ContentInsights,
  FoundVideo,
  Video,
  VideoSearchResponse,
} from '#shared/contracts/videos.ts';
import { openGaps } from '#shared/rules/comment-text.ts';
import type { CommentFilter } from '../api/comments.ts';

/**
 * The creation date of all test data. The factories return data that is valid for the
 * contracts; a test overrides the fields it is about.
 */
const CREATED = '2026-11-20T09:00:00.000Z';

export function aVideo(over: Partial<Video> = {}): Video {
  const id = over.id ?? 1;
  return {
    id,
    youtubeId: `video-${id}`,
    title: `Kubernetes in practice, part ${id}`,
    description: 'Rolling updates, probes and what goes wrong with them.',
    channelTitle: 'Cluster Notes',
    channelId: 'UC-cluster-notes',
    thumbnailUrl: 'https://thumbnails.test/1.jpg',
    publishedAt: '2026-11-10T09:00:00.000Z',
    viewCount: 12_345,
    likeCount: 800,
    commentCount: 42,
    commentsOff: false,
    available: true,
    tags: ['Kubernetes', 'DevOps'],
    matchScore: 91,
    engagementScore: null,
    contentInsights: null,
    createdAt: CREATED,
    ...over,
  };
}

export function aFoundVideo(over: Partial<FoundVideo> = {}): FoundVideo {
  return {
    ...aVideo(over),
    generatedComment: null,
    inQueue: false,
    commentStatus: null,
    withdrawnAt: null,
    language: 'en',
    hasMatch: true,
    matchedTopics: [],
    ...over,
  };
}

export function someInsights(over: Partial<ContentInsights> = {}): ContentInsights {
  return {
    videoType: 'Tutorial',
    difficulty: 'easy',
    commentOpportunity: 'high',
    keyTopics: ['Readiness probes'],
    suggestedApproach: ['Ask how it behaves under load'],
    ...over,
  };
}

export function aSearchAnswer(
  videos: FoundVideo[],
  over: Partial<VideoSearchResponse> = {},
): VideoSearchResponse {
  const whole = {
    cached: false,
    enhanced: false,
    assessing: false,
    missing: 0,
    pages: 1,
    more: false,
  };
  return { videos, totalResults: videos.length, ...whole, ...over };
}

export function anAnalysis(over: Partial<CommentAnalysis> = {}): CommentAnalysis {
  return {
    engagementPotential: 'High',
    technicalAccuracy: 'Sound',
    tone: 'Friendly',
    platformCompliance: true,
    checks: [{ name: 'length', passed: true, detail: '180 characters' }],
    scoreParts: [{ name: 'Model rating', points: 40, outOf: 50, detail: '8 of 10' }],
    sentences: [],
    cannotCheck: false,
    alreadySaid: null,
    reading: null,
    ...over,
  };
}

export const noMaterial = (): VideoMaterial => ({
  chapters: [],
  comments: [],
  commentsReadAt: null,
  commentsMissing: null,
  hasCaptions: null,
});

export const anAlternative = (content: string, angle: string): Alternative => ({
  ...anAnalysis({ checks: [], scoreParts: [] }),
  content,
  angle,
  qualityScore: 71,
});

export function aComment(over: Partial<Comment> = {}): Comment {
  const id = over.id ?? 11;
  const content = over.content ?? 'The readiness probe is the part most teams get wrong.';
  const video = over.video ?? aVideo({ id: over.videoId ?? 1 });
  return {
    id,
    videoId: video.id,
    content,
    style: 'insightful',
    qualityScore: 82,
    isScoreCurrent: true,
    status: 'pending',
    analysis: anAnalysis(),
    revision: 1,
    generatedContent: content,
    gaps: openGaps(content, [content]).map(({ text }) => text),
    previousTextCount: 0,
    voiceProfileId: 1,
    model: 'test-model',
    youtubeCommentId: null,
    postedAs: null,
    youtubeUrl: null,
    failureCode: null,
    failureReason: null,
    likeCount: null,
    replyCount: null,
    outcomesCheckedAt: null,
    creatorRepliedAt: null,
    visibility: null,
    visibilityReason: null,
    visibilityCheckedAt: null,
    looks: [],
    figuresReason: null,
    isExample: false,
    draftedForYou: false,
    withdrawnAt: null,
    answers: null,
    createdAt: CREATED,
    reviewedAt: null,
    postedAt: null,
    posting: null,
    restoredFrom: null,
    inQueue: false,
    scheduledFor: null,
    video,
    ...over,
  };
}

export function aQueueItem(over: Partial<QueueItem> = {}): QueueItem {
  const comment = over.comment ?? aComment({ inQueue: true });
  return {
    id: 101,
    commentId: comment.id,
    priority: 0,
    scheduledFor: null,
    autoPost: false,
    dueAt: null,
    blockedReason: null,
    heldDetail: null,
    createdAt: CREATED,
    comment,
    ...over,
  };
}

/**
 * Returns the state that a found video shows of its comment; `item` is the comment's
 * queue item.
 */
export function aCommentState(
  comment: Comment,
  item: QueueItem | null = null,
): CommentStates[number] {
  const { status, postedAt, createdAt, withdrawnAt } = comment;
  if (withdrawnAt !== null) return { ...noCommentState(comment.videoId), withdrawnAt };
  const scheduledFor = item?.scheduledFor ?? null;
  return {
    videoId: comment.videoId,
    generatedComment: { id: comment.id },
    inQueue: item !== null && status !== 'posted',
    commentStatus: {
      status,
      postedAt,
      createdAt,
      isScheduled: scheduledFor !== null,
      scheduledFor,
    },
    withdrawnAt: null,
  };
}

export const noCommentState = (videoId: number): CommentStates[number] => ({
  videoId,
  generatedComment: null,
  inQueue: false,
  commentStatus: null,
  withdrawnAt: null,
});

export const aSandbox = (
  over: Partial<AuthUserResponse['sandbox']> = {},
): AuthUserResponse['sandbox'] => ({
  google: true,
  languageModel: true,
  origin: 'http://127.0.0.1:3001',
  topics: ['Woodworking'],
  ...over,
});

const noSandbox = aSandbox({
  google: false,
  languageModel: false,
  origin: null,
  topics: [],
});

export function signedIn(over: Partial<AuthUserResponse> = {}): AuthUserResponse {
  return {
    authenticated: true,
    user: {
      name: 'Ada Example',
      email: 'ada@example.com',
      picture: null,
      channel: { id: 'UC-ada', title: 'Ada on Systems' },
    },
    sandbox: noSandbox,
    lastEventId: 'start-0',
    ...over,
  };
}

export function signedOut(): AuthUserResponse {
  return { authenticated: false, user: null, sandbox: noSandbox, lastEventId: null };
}

export function aTokenStatus(over: Partial<TokenStatus> = {}): TokenStatus {
  return { needsReauth: false, code: null, reason: null, grantExpiresAt: null, ...over };
}

export function someStats(over: Partial<Stats> = {}): Stats {
  return { videosFound: 120, inQueue: 3, commentsPosted: 8, successRate: 72.7, ...over };
}

export function userSettings(over: Partial<UserSettings> = {}): UserSettings {
  return {
    id: 1,
    activeVoiceProfileId: 1,
    autoQueueEnabled: true,
    readDrafts: true,
    minGapSeconds: 60,
    dailyCap: 50,
    outcomeUnits: 500,
    channelCooldownHours: 0,
    blockedChannels: [],
    postingPaused: false,
    timeZone: 'UTC',
    postingSlots: [],
    skipShorts: true,
    morningDrafts: 0,
    morningHour: 7,
    createdAt: CREATED,
    updatedAt: CREATED,
    ...over,
  };
}

export function someQuota(
  over: Partial<Record<'search' | 'shared', Partial<QuotaBucketStatus>>> = {},
): QuotaResponse {
  const fresh = { reserved: 0, blockedUntil: null, resetsAt: '2026-11-22T08:00:00.000Z' };
  return {
    buckets: [
      { bucket: 'search', used: 3, limit: 100, ...fresh, ...over.search },
      { bucket: 'shared', used: 150, limit: 10_000, ...fresh, ...over.shared },
    ],
    following: { units: { used: 40, limit: 1500 }, searches: { used: 4, limit: 30 } },
  };
}

export function aPostingStatus(over: Partial<PostingStatus> = {}): PostingStatus {
  return {
    state: 'running',
    code: null,
    reason: null,
    until: null,
    hold: null,
    postedToday: 0,
    dailyCap: 50,
    firstWeekEndsAt: null,
    timeZone: 'UTC',
    channel: { id: 'UC-ada', title: 'Ada on Systems' },
    ...over,
  };
}

export const noFilter: CommentFilter = {
  sort: 'newest',
  status: '',
  visibility: '',
  creatorReplied: '',
  q: '',
  channel: '',
  style: '',
  from: '',
  to: '',
};

export function aReply(over: Partial<Reply> = {}): Reply {
  return {
    id: 1,
    commentId: 11,
    authorName: '@tobias_pdb',
    text: 'Do you pin the canary to that tenant?',
    pictureUrl: null,
    likeCount: 4,
    byCreator: false,
    publishedAt: CREATED,
    fetchedAt: CREATED,
    state: 'new',
    youtubeUrl: 'https://www.youtube.com/watch?v=video-1&lc=abc.def',
    thread: {
      content: 'The readiness probe is the part most teams get wrong.',
      postedAt: CREATED,
      youtubeUrl: 'https://www.youtube.com/watch?v=video-1&lc=abc',
      replyCount: 1,
    },
    video: aVideo(),
    answer: null,
    ...over,
  };
}

export const replyCounts = (over: Partial<ReplyCounts> = {}): ReplyCounts => ({
  new: 0,
  read: 0,
  answered: 0,
  dismissed: 0,
  questions: 0,
  byCreator: 0,
  scheduled: 0,
  ...over,
});

export function aNotice(over: Partial<Notice> = {}): Notice {
  return {
    id: 1,
    type: 'posting.paused',
    cause: 'posting.paused:needs_reauth:2026-03-03T12:00:00.000Z',
    title: 'Posting is paused',
    text: 'Google no longer accepts the sign-in.',
    path: '/scheduled',
    at: '2026-03-03T12:00:00.000Z',
    toldAt: '2026-03-03T12:00:00.000Z',
    resolvedAt: null,
    isRead: false,
    inBrowser: true,
    deliveries: [],
    ...over,
  };
}

export function someNoticeSettings(): NoticeSettings {
  const label = (kind: string) => (kind === 'disk.low' ? 'Disk nearly full' : kind);
  const unset = { hasSecret: false, isReady: false };
  return {
    quietOn: true,
    quietFrom: 22,
    quietTo: 8,
    withWords: false,
    letterOn: false,
    letterHour: 8,
    letterDays: [1, 2, 3, 4, 5],
    routes: Object.fromEntries(
      noticeKinds.map((kind) => [kind, [...noticeChannels]]),
    ) as NoticeSettings['routes'],
    ...{ smtpHost: '', smtpPort: 587, smtpUser: '', mailFrom: '', mailTo: '' },
    ...{ ntfyServer: 'https://ntfy.sh', ntfyTopic: '', webhookUrl: '' },
    channels: { email: unset, ntfy: unset, webhook: unset },
    fixedBy: {},
    formerUntil: null,
    kinds: noticeKinds.map((kind) => ({ kind, label: label(kind), when: 'When.' })),
  };
}

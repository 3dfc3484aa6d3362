import { expect, it } from 'vitest';
import { AppError, conflict } from '../../core/errors.ts';
import { type ListedComment, type YouTube, YouTubeError } from '../../providers/youtube/youtube.ts';
import { createOutcomeReads } from './outcome-reads.service.ts';
import { createLooker, type Target } from './visibility-check.ts';

const postedAt = new Date('2026-03-03T12:00:00.000Z');
const onVideo: Target = { youtubeCommentId: 'Ugz1', youtubeVideoId: 'video1', threadId: null, postedAt };
const answer: Target = { ...onVideo, youtubeCommentId: 'Ugz9.a', threadId: 'Ugz9' };
const empty = { comments: [], isComplete: true };
const listed = (youtubeCommentId: string): ListedComment => ({
  youtubeCommentId,
  authorChannelId: null,
  text: '',
  publishedAt: postedAt.toISOString(),
});
const reply = (youtubeReplyId: string) => ({
  youtubeReplyId,
  authorChannelId: null,
  authorName: '',
  text: '',
  hasPicture: false,
  likeCount: null,
  publishedAt: postedAt.toISOString(),
});
const refused = (reason: string) => Promise.reject(new YouTubeError('refused', reason, 'shared'));

interface Setting {
  youtube?: Partial<YouTube>;
  apiKey?: string | null;
  accessToken?: () => Promise<string>;
}

function look(target: Target, setting: Setting, confirmsMiss = true) {
  const { youtube, apiKey = 'key', accessToken = async () => 'token' } = setting;
  const blocked: string[] = [];
  const reads = createOutcomeReads({
    youtube: {
      listRecentComments: async () => empty,
      readComment: async () => ({ text: 'Ours.' }),
      ...youtube,
    } as YouTube,
    account: { accessToken, refreshAccessToken: async () => 'token-2' },
    quota: {
      block: async (bucket) => void blocked.push(bucket),
      ensure: async () => {
        if (blocked.length > 0) throw new AppError(429, 'quota_spent', 'Spent.');
      },
    },
    apiKey,
  });
  return createLooker(reads).look(target, confirmsMiss);
}

it.each<[string, Setting, unknown]>([
  ['no key', { apiKey: null }, { kind: 'unknown', reason: 'no_api_key' }],
  [
    'a miss that no owner can be asked about',
    { accessToken: () => Promise.reject(conflict('not_connected', 'Not connected.')) },
    { kind: 'unknown', reason: 'not_connected' },
  ],
  [
    'a miss whose owner Google does not answer for',
    { accessToken: () => Promise.reject(new AppError(503, 'youtube_unavailable', 'Away.')) },
    { kind: 'no_answer' },
  ],
  [
    'a miss whose second question stays open',
    { youtube: { readComment: () => Promise.reject(new YouTubeError('unknown', 'no_items', 'shared')) } },
    { kind: 'no_answer' },
  ],
  ['a miss that the owner sees', {}, { kind: 'seen', by: 'owner' }],
  [
    'a miss that the owner does not see either',
    { youtube: { readComment: async () => null } },
    { kind: 'seen', by: 'nobody' },
  ],
  [
    'an incomplete list',
    { youtube: { listRecentComments: async () => ({ ...empty, isComplete: false }) } },
    { kind: 'unknown', reason: 'too_many_comments' },
  ],
  [
    'an incomplete list that has it',
    { youtube: { listRecentComments: async () => ({ comments: [listed('Ugz1')], isComplete: false }) } },
    { kind: 'seen', by: 'everyone' },
  ],
  [
    'another refusal',
    { youtube: { listRecentComments: () => refused('processingFailure') } },
    { kind: 'no_answer', reason: 'refused_by_youtube' },
  ],
])('%s (rules 13.2, 13.3)', async (_, setting, sight) => {
  expect(await look(onVideo, setting)).toEqual(sight);
});

it('asks the owner only about a second miss', async () => {
  const readComment = () => Promise.reject(new Error('not to be asked'));
  expect(await look(onVideo, { youtube: { readComment } }, false)).toEqual({ kind: 'missed' });
});

it('renews a rejected token once', async () => {
  const readComment: YouTube['readComment'] = async (_id, auth) => {
    if (auth.kind === 'grant' && auth.accessToken === 'token-2') return { text: 'Ours.' };
    throw new YouTubeError('auth', 'authError', 'shared');
  };
  expect(await look(onVideo, { youtube: { readComment } })).toEqual({ kind: 'seen', by: 'owner' });
});

it('reads back an hour further than the posting, as this machine’s clock may be ahead', async () => {
  let from: Date | null = null;
  const listRecentComments: YouTube['listRecentComments'] = async (_id, since) => {
    from = since;
    return empty;
  };
  await look(onVideo, { youtube: { listRecentComments } });
  expect(from).toEqual(new Date('2026-03-03T11:00:00.000Z'));
});

it('is refused when Google says that the day’s quota is gone, which then counts', async () => {
  const listRecentComments = () => Promise.reject(new YouTubeError('quota', 'quotaExceeded', 'shared'));
  await expect(look(onVideo, { youtube: { listRecentComments } })).rejects.toMatchObject({
    code: 'quota_spent',
  });
});

it.each<[string, YouTube['listReplies'], unknown]>([
  [
    'is seen on a later page of its thread',
    async (_id, token) =>
      token ? { replies: [reply('Ugz9.a')], nextPageToken: null } : { replies: [], nextPageToken: 'p2' },
    { kind: 'seen', by: 'everyone' },
  ],
  [
    'is missed after the last page',
    async () => ({ replies: [], nextPageToken: null }),
    { kind: 'seen', by: 'owner' },
  ],
  [
    'is missed where its thread is not shown',
    () => refused('commentNotFound'),
    { kind: 'seen', by: 'owner' },
  ],
  [
    'cannot be told in an endless thread',
    async () => ({ replies: [reply('Ugz9.b')], nextPageToken: 'more' }),
    { kind: 'unknown', reason: 'too_many_comments' },
  ],
])('an answer %s (rule 13.1)', async (_, listReplies, sight) => {
  expect(await look(answer, { youtube: { listReplies } })).toEqual(sight);
});

import { describe, expect, it } from 'vitest';
import type { PostingReason } from '#shared/rules/posting-reasons.ts';
import { YouTubeError, type YouTubeFailure } from '../../providers/youtube/youtube.ts';
import { classifyFailure } from '../../providers/youtube/youtube-errors.ts';
import {
  googleError,
  projectReasons,
  rateLimited,
  reasons,
} from '../../sandbox/youtube-errors.ts';
import { consequenceOf, notProcessed } from './settlement.rules.ts';

const now = new Date('2026-11-21T20:00:00.000Z');
const hold = {
  code: 'rate_limited_by_youtube',
  attempts: 20,
  nextTryAt: now,
  commentId: 7,
  suspect: false,
} as const;

it('a first processingFailure leads to another try, whatever other failures came before (rule 7.6)', () => {
  const others = ['rate_limited_by_youtube', 'youtube_unavailable', null];
  expect(notProcessed(others, now)).toMatchObject({
    attempt: { state: 'released' },
    queueItem: { dueAt: now },
  });
});

it('an error about neither the video nor the text never fails a comment (rule 7.4)', () => {
  const kinds: YouTubeFailure[] = [
    'forbidden',
    'unexplained',
    'burst',
    'quota',
    'auth',
    'scope',
    'account',
    'config',
    'unknown',
  ];
  for (const kind of kinds)
    for (const origin of ['loop', 'manual'] as const)
      for (const held of [null, hold])
        for (const renewal of ['renewed', 'refused', 'unavailable'] as const) {
          const met = {
            origin,
            startedAt: now,
            now,
            hold: held,
            renewal,
            othersAreDue: true,
          };
          const { settlement } = consequenceOf(
            new YouTubeError(kind, 'http_403', 'shared'),
            met,
          );
          expect(settlement.attempt.state).not.toBe('failed');
          expect(settlement.comment).toBeUndefined();
        }
});

describe('the consequence of YouTube’s response to an insert (rules 7.4, 7.9)', () => {
  /**
   * Returns the consequence of a response to the loop's first attempt. A rejected token
   * can be renewed.
   */
  function meaning({ status, body }: { status: number; body: object }) {
    const error = classifyFailure(
      { answered: true, status, body, retryAfter: null },
      'shared',
    );
    const met = {
      origin: 'loop',
      startedAt: now,
      now,
      hold: null,
      renewal: 'renewed',
    } as const;
    const { settlement, hold, needsSignIn } = consequenceOf(error, {
      ...met,
      othersAreDue: false,
    });
    const { state, outcomeCode = null, nextCheckAt } = settlement.attempt;
    const isKept =
      state === 'failed' ? settlement.comment?.status === 'failed' : !settlement.comment;
    const minutes = nextCheckAt ? (nextCheckAt.getTime() - now.getTime()) / 60_000 : null;
    const loop = hold.kind === 'wait' ? hold.until : hold.kind;
    return {
      state,
      code: outcomeCode,
      loop,
      needsSignIn: needsSignIn ?? false,
      minutes,
      isKept,
    };
  }

  type Meaning = Omit<ReturnType<typeof meaning>, 'isKept'>;
  const meant = (
    state: Meaning['state'],
    code: PostingReason | null,
    loop: Meaning['loop'],
    rest: Partial<Meaning> = {},
  ): Meaning => ({ state, code, loop, needsSignIn: false, minutes: null, ...rest });

  const fails = (code: PostingReason) => meant('failed', code, 'next');
  /** The loop waits and tries again by itself. */
  const waits = (code: PostingReason) => meant('released', code, 'backoff');
  const waitsForMidnight = meant('released', 'quota_spent', 'lift');
  const triesNewToken = meant('released', 'needs_reauth', 'next');
  const needsSignIn = (code: PostingReason) =>
    meant('released', code, 'lift', { needsSignIn: true });
  const needsPerson = (code: PostingReason) => meant('released', code, 'person');
  const isLookedFor = meant('confirming', null, 'backoff', { minutes: 1 });

  const alike = (outcome: Meaning, ...lists: string[]) =>
    Object.fromEntries(
      lists.flatMap((list) => list.split(' ')).map((reason) => [reason, outcome]),
    );

  const table: Record<string, Meaning> = {
    commentsDisabled: fails('comments_off'),
    videoNotFound: fails('video_not_found'),
    commentTextTooLong: fails('text_too_long'),
    ...alike(
      fails('comment_refused'),
      'channelClosed channelForbidden channelNotFound channelOrVideoIdMissing channelSuspended',
      'commentTextRequired commentThreadNotFound invalidCommentMetadata invalidCommentThreadMetadata',
      'playlistItemsNotAccessible playlistNotFound',
    ),
    ...alike(
      fails('parent_gone'),
      'commentNotFound parentCommentNotFound parentIdMissing',
    ),
    parentCommentIsPrivate: fails('parent_private'),
    operationNotSupported: fails('answers_refused'),
    invalidCustomEmoji: fails('emoji_refused'),
    ...alike(
      waits('refused_without_reason'),
      'badRequest forbidden invalidParameter notFound parseError',
    ),
    processingFailure: meant('confirming', 'processing_failure', 'next', { minutes: 10 }),
    ...alike(waits('rate_limited_by_youtube'), 'rateLimitExceeded userRateLimitExceeded'),
    ...alike(waitsForMidnight, 'quotaExceeded dailyLimitExceeded'),
    ...alike(triesNewToken, 'authError authorizationRequired required'),
    insufficientPermissions: needsSignIn('scope_missing'),
    ...alike(
      needsPerson('account_cannot_post'),
      'accountDelegationForbidden authenticatedUserAccountClosed authenticatedUserAccountSuspended',
      'authenticatedUserNotChannel ineligibleAccount',
    ),
    youtubeSignupRequired: needsSignIn('youtube_signup_required'),
    accessNotConfigured: needsPerson('api_not_configured'),
    API_KEY_INVALID: needsPerson('api_key_invalid'),
    ...alike(
      needsPerson('request_not_understood'),
      'categoryNotFound incompatibleParameters invalidChannelId invalidCriteria invalidFilters invalidLocation',
      'invalidPageToken invalidRegionCode invalidRelevanceLanguage invalidSearchFilter videoChartNotFound',
      'missingRequiredParameter unexpectedParameter unexpectedPart unknownPart',
    ),
    ...alike(isLookedFor, 'internalError backendError'),
    API_KEY_HTTP_REFERRER_BLOCKED: needsPerson('api_key_referrer_blocked'),
    API_KEY_IP_ADDRESS_BLOCKED: needsPerson('api_key_ip_blocked'),
    API_KEY_SERVICE_BLOCKED: needsPerson('api_key_service_blocked'),
    CONSUMER_SUSPENDED: needsPerson('project_suspended'),
    CONSUMER_INVALID: needsPerson('project_invalid'),
    USER_PROJECT_DENIED: needsPerson('project_denied'),
    SERVICE_DISABLED: needsPerson('api_not_configured'),
    BILLING_DISABLED: needsPerson('billing_disabled'),
  };

  it('is tested for every documented reason', () => {
    const documented = [...Object.keys(reasons), ...Object.keys(projectReasons)];
    expect(Object.keys(table).toSorted()).toEqual(documented.toSorted());
  });

  it.each(Object.entries(table))(
    'is as listed for %s, in either dialect',
    (reason, expected) => {
      for (const dialect of ['legacy', 'gateway'] as const) {
        // Only the gateway looks at keys and projects.
        if (
          dialect === 'legacy' &&
          (reason === 'API_KEY_INVALID' || reason in projectReasons)
        )
          continue;
        expect(meaning(googleError(reason, { dialect }))).toEqual({
          ...expected,
          isKept: true,
        });
      }
    },
  );

  it.each([
    [
      'a daily limit reported by the gateway',
      rateLimited('shared', 'day', 1, now),
      waitsForMidnight,
    ],
    [
      'the daily limit of a bucket that inserts do not use',
      rateLimited('search', 'day', 1, now),
      waits('quota_spent'),
    ],
    [
      'a new reason',
      googleError('somethingNew', { status: 403 }),
      waits('refused_without_reason'),
    ],
    [
      'a 500 that claims a refusal',
      googleError('commentsDisabled', { status: 500 }),
      isLookedFor,
    ],
    [
      'a 401 in a foreign format',
      { status: 401, body: { error: 'no' } },
      waits('refused_without_reason'),
    ],
    [
      'a 401 without a reason',
      { status: 401, body: { error: { code: 401, message: 'm' } } },
      triesNewToken,
    ],
    ['a 429 without a body', { status: 429, body: {} }, waits('rate_limited_by_youtube')],
    ['a 200 with an empty object', { status: 200, body: {} }, isLookedFor],
  ])('is as listed for %s', (_, answer, expected) => {
    expect(meaning(answer)).toEqual({ ...expected, isKept: true });
  });
});

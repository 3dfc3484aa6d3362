import { expect, it } from 'vitest';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import { chaptersOf, readFailure } from './video.rules.ts';

const three = [
  { at: 0, title: 'Intro' },
  { at: 65, title: 'The failure' },
  { at: 3723, title: 'What we changed' },
];

it.each([
  ['0:00 Intro\n1:05 The failure\n1:02:03 What we changed'],
  ['Lead.\n\n0:00 - Intro\n1:05 – The failure\n1:02:03 | What we changed\n\nMore at example.com'],
  ['(0:00) Intro\n(1:05) The failure\n[1:02:03] What we changed'],
  ['• 00:00 Intro\n• 01:05 The failure\n• 01:02:03 What we changed'],
  ['1. 0:00 Intro\n2. 1:05 The failure\n3. 1:02:03 What we changed'],
  ['Intro 0:00\nThe failure - 1:05\nWhat we changed (1:02:03)'],
  [
    'Live every Monday at 18:00\r\n0:00 Intro\r\nwith words between\r\n1:05 The failure\r\n1:02:03 What we changed',
  ],
])('reads chapters from %j', (description) => {
  expect(chaptersOf(description)).toEqual(three);
});

it.each([
  ['no description', null],
  ['no times', 'Rolling updates, probes and what to watch.'],
  ['two of them', '0:00 Intro\n1:05 The failure'],
  ['another first one', '0:01 Intro\n1:05 The failure\n2:00 The end'],
  ['a shorter one', '0:00 Intro\n1:05 The failure\n1:14 The end'],
  ['a disorder', '0:00 Intro\n2:05 The failure\n1:14 The end'],
  ['times without titles', '0:00\n1:05\n2:00'],
])('finds none with %s', (_, description) => {
  expect(chaptersOf(description)).toEqual([]);
});

it.each([
  ['burst', 'rateLimitExceeded', 429, 'rate_limited_by_youtube'],
  ['scope', 'insufficientPermissions', 409, 'scope_missing'],
  ['account', 'authenticatedUserAccountSuspended', 409, 'account_cannot_post'],
  ['account', 'youtubeSignupRequired', 409, 'youtube_signup_required'],
  ['config', 'accessNotConfigured', 409, 'api_not_configured'],
  ['config', 'API_KEY_HTTP_REFERRER_BLOCKED', 409, 'api_key_referrer_blocked'],
  ['config', 'API_KEY_IP_ADDRESS_BLOCKED', 409, 'api_key_ip_blocked'],
  ['config', 'API_KEY_SERVICE_BLOCKED', 409, 'api_key_service_blocked'],
  ['config', 'API_KEY_INVALID', 409, 'api_key_invalid'],
  ['config', 'CONSUMER_SUSPENDED', 409, 'project_suspended'],
  ['config', 'CONSUMER_INVALID', 409, 'project_invalid'],
  ['config', 'USER_PROJECT_DENIED', 409, 'project_denied'],
  ['config', 'BILLING_DISABLED', 409, 'billing_disabled'],
  ['config', 'invalidSearchFilter', 409, 'request_not_understood'],
  ['refused', 'videoNotFound', 409, 'video_not_found'],
  ['refused', 'commentsDisabled', 409, 'comments_off'],
  ['forbidden', 'forbidden', 409, 'refused_without_reason'],
  ['unexplained', 'http_403', 409, 'refused_without_reason'],
  ['unknown', 'timeout', 503, 'youtube_unavailable'],
] as const)('answers %s (%s) with %i %s and a sentence (rule 7.9)', (kind, reason, status, code) => {
  const failure = readFailure(new YouTubeError(kind, reason, 'search'));
  expect(failure).toMatchObject({ status, code, message: expect.stringMatching(/\.$/) });
});

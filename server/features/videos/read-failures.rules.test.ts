import { expect, it } from 'vitest';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import { readFailure } from './read-failures.rules.ts';

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

import type { PostingReason } from '#shared/rules/posting-reasons.ts';

const projectCodes: Record<string, PostingReason> = {
  API_KEY_HTTP_REFERRER_BLOCKED: 'api_key_referrer_blocked',
  API_KEY_INVALID: 'api_key_invalid',
  API_KEY_IP_ADDRESS_BLOCKED: 'api_key_ip_blocked',
  API_KEY_SERVICE_BLOCKED: 'api_key_service_blocked',
  BILLING_DISABLED: 'billing_disabled',
  CONSUMER_INVALID: 'project_invalid',
  CONSUMER_SUSPENDED: 'project_suspended',
  USER_PROJECT_DENIED: 'project_denied',
  accessNotConfigured: 'api_not_configured',
};

export const configCode = (reason: string): PostingReason => projectCodes[reason] ?? 'request_not_understood';

export const accountCode = (reason: string): PostingReason =>
  reason === 'youtubeSignupRequired' ? 'youtube_signup_required' : 'account_cannot_post';

const refusals: Record<string, PostingReason> = {
  commentsDisabled: 'comments_off',
  videoNotFound: 'video_not_found',
  commentTextTooLong: 'text_too_long',
  invalidCustomEmoji: 'emoji_refused',
  operationNotSupported: 'answers_refused',
  parentCommentIsPrivate: 'parent_private',
  commentNotFound: 'parent_gone',
  parentCommentNotFound: 'parent_gone',
  parentIdMissing: 'parent_gone',
};

export const refusalCode = (reason: string): PostingReason => refusals[reason] ?? 'comment_refused';

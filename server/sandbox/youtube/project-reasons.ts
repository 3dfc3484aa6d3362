import type { Reason } from './error-catalogue.ts';

/**
 * What Google's gateway says of a project or a key before YouTube sees the call: the legacy reason beside it is
 * vague (`legacy`), and only ErrorInfo tells.
 */
const blocked = (message: string, legacy: 'forbidden' | 'accessNotConfigured' = 'forbidden'): Reason => ({
  status: 403,
  domain: legacy === 'forbidden' ? 'global' : 'usageLimits',
  message,
  rpc: 'PERMISSION_DENIED',
  legacy,
});

/** By the reason in ErrorInfo. */
export const projectReasons: Readonly<Record<string, Reason>> = {
  API_KEY_HTTP_REFERRER_BLOCKED: blocked('Requests from referer <empty> are blocked.'),
  API_KEY_IP_ADDRESS_BLOCKED: blocked(
    'The provided API key has an IP address restriction. The originating IP address of the call (203.0.113.7) violates this restriction.',
  ),
  API_KEY_SERVICE_BLOCKED: blocked(
    'Requests to this API youtube method youtube.api.v3.V3DataSearchService.List are blocked.',
  ),
  CONSUMER_SUSPENDED: blocked("Permission denied: Consumer 'projects/1' has been suspended."),
  CONSUMER_INVALID: blocked('Permission denied on resource project 1.'),
  USER_PROJECT_DENIED: blocked(
    'Caller does not have required permission to use project 1. Grant the caller the roles/serviceusage.serviceUsageConsumer role, then retry.',
  ),
  SERVICE_DISABLED: blocked(
    'YouTube Data API v3 has not been used in project 1 before or it is disabled. Enable it, then retry.',
    'accessNotConfigured',
  ),
  BILLING_DISABLED: blocked(
    'This API method requires billing to be enabled. Please enable billing on project #1, then retry.',
  ),
};

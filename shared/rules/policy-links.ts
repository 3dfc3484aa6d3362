/** What YouTube's terms for API clients want linked wherever somebody signs in or looks after their data. */
export const policyLinks = {
  youtubeTerms: 'https://www.youtube.com/t/terms',
  googlePrivacy: 'https://policies.google.com/privacy',
  googleAccess: 'https://myaccount.google.com/permissions',
} as const;

/** The server's own page: what is stored, where, how long, and how to delete it. */
export const privacyPath = '/privacy';

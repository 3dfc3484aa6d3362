/** YouTube's terms require these links wherever people sign in or manage their data. */
export const policyLinks = {
  youtubeTerms: 'https://www.youtube.com/t/terms',
  googlePrivacy: 'https://policies.google.com/privacy',
  googleAccess: 'https://myaccount.google.com/permissions',
} as const;

export const privacyPath = '/privacy';

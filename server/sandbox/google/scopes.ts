export const YOUTUBE_SCOPE = 'https://www.googleapis.com/auth/youtube.force-ssl';

const canonical: Record<string, string> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
};

/** Scopes as Google names them in a token reply: `email` and `profile` come back as full addresses. */
export const canonicalScopes = (requested: string): string[] => [
  ...new Set(
    requested
      .split(/\s+/)
      .filter((scope) => scope !== '')
      .map((scope) => canonical[scope] ?? scope),
  ),
];

/** What a person may untick on the consent page. */
export const isYouTubeScope = (scope: string): boolean =>
  scope.startsWith('https://www.googleapis.com/auth/youtube');

export const mayRead = (scopes: readonly string[]): boolean => scopes.some(isYouTubeScope);

/** Writing comments needs exactly this one (WIRE B). */
export const mayWrite = (scopes: readonly string[]): boolean => scopes.includes(YOUTUBE_SCOPE);

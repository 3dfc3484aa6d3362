export const YOUTUBE_SCOPE = 'https://www.googleapis.com/auth/youtube.force-ssl';

/** Google answers with the full names of these two. */
export const fullNames: Record<string, string> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
};

export const canonicalScopes = (requested: string): string[] => {
  const scopes = requested.split(/\s+/).filter((scope) => scope !== '');
  return [...new Set(scopes.map((scope) => fullNames[scope] ?? scope))];
};

export const isYouTubeScope = (scope: string): boolean =>
  scope.startsWith('https://www.googleapis.com/auth/youtube');

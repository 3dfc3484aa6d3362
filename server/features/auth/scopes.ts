export const youtubeScope = 'https://www.googleapis.com/auth/youtube.force-ssl';

export const requestedScopes = ['openid', 'email', 'profile', youtubeScope];

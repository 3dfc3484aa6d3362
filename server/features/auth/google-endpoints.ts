/** Google's own addresses, or those of one origin in their place (GOOGLE_BASE_URL, WIRE B). */
export function googleEndpoints(baseUrl: string | null) {
  if (baseUrl === null) {
    return {
      authorizationURL: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenURL: 'https://oauth2.googleapis.com/token',
      userProfileURL: 'https://www.googleapis.com/oauth2/v3/userinfo',
    };
  }
  return {
    authorizationURL: `${baseUrl}/o/oauth2/v2/auth`,
    tokenURL: `${baseUrl}/token`,
    userProfileURL: `${baseUrl}/oauth2/v3/userinfo`,
  };
}

const sentences: Record<string, string> = {
  invalid_client:
    'Google refused this app’s client id or secret. Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, then restart.',
  redirect_uri_mismatch:
    'Google does not know this app’s address. Add PUBLIC_URL followed by /auth/google/callback to the redirect URIs of your OAuth client.',
  invalid_grant: 'Google no longer accepts this sign-in. Close this window and sign in again.',
};

/** What a person reads when Google or the way to it failed; Google's own words stay out of it. */
export function failureSentence(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return sentences[code] ?? 'Google did not complete the sign-in. Close this window and try again.';
}

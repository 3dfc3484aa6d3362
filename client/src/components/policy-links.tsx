import { policyLinks, privacyPath } from '#shared/contracts/connection.ts';
import { InlineLink } from './ui/button.tsx';

export const PolicyLinks = () => (
  <p className="max-w-measure text-sm text-muted">
    Chime In uses YouTube API Services:{' '}
    <InlineLink href={policyLinks.youtubeTerms}>YouTube’s Terms of Service</InlineLink>{' '}
    and <InlineLink href={policyLinks.googlePrivacy}>Google’s Privacy Policy</InlineLink>{' '}
    apply. You can{' '}
    <InlineLink href={policyLinks.googleAccess}>
      take its access back at Google
    </InlineLink>{' '}
    at any time.{' '}
    {/* The server renders this page itself, so it needs a full page load instead of the router. */}
    <a href={privacyPath} className="text-accent underline underline-offset-2">
      What Chime In stores, and how to delete it
    </a>
  </p>
);

import type { ReactNode } from 'react';
import { policyLinks, privacyPath } from '#shared/contracts/status.ts';

const LINK = 'text-accent underline underline-offset-2';

function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={LINK}>
      {children}
    </a>
  );
}

export function PolicyLinks() {
  return (
    <p className="max-w-measure text-sm text-muted">
      Chime In uses YouTube API Services:{' '}
      <Outside href={policyLinks.youtubeTerms}>YouTube’s Terms of Service</Outside> and{' '}
      <Outside href={policyLinks.googlePrivacy}>Google’s Privacy Policy</Outside> apply. You can{' '}
      <Outside href={policyLinks.googleAccess}>take its access back at Google</Outside> at any time.{' '}
      {/* A full page load: the server renders it, outside the router. */}
      <a href={privacyPath} className={LINK}>
        What Chime In stores, and how to delete it
      </a>
    </p>
  );
}

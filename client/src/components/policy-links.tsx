import type { ReactNode } from 'react';
import { policyLinks, privacyPath } from '#shared/contracts/status.ts';
import { OutLink } from './ui/button.tsx';

const LINK = 'text-accent underline underline-offset-2';

const Outside = (props: { href: string; children: ReactNode }) => <OutLink className={LINK} {...props} />;

export const PolicyLinks = () => (
  <p className="max-w-measure text-sm text-muted">
    Chime In uses YouTube API Services:{' '}
    <Outside href={policyLinks.youtubeTerms}>YouTube’s Terms of Service</Outside> and{' '}
    <Outside href={policyLinks.googlePrivacy}>Google’s Privacy Policy</Outside> apply. You can{' '}
    <Outside href={policyLinks.googleAccess}>take its access back at Google</Outside> at any time.{' '}
    {/* A full page load: it is a file of its own, outside the router. */}
    <a href={privacyPath} className={LINK}>
      What Chime In stores, and how to delete it
    </a>
  </p>
);

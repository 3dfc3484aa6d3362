import { useQuery } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { TokenStatus } from '#shared/contracts/auth.ts';
import { tokenStatusQuery, useSignedIn } from '../api/auth.ts';
import { outcomesSummaryQuery } from '../api/outcomes-summary.ts';
import { postingStatusQuery } from '../api/posting.ts';
import { Banner } from '../components/page.tsx';
import { GrantWarning } from '../features/auth/grant-warning.tsx';
import { useIsOnline, useNow } from '../lib/browser.ts';
import { bannerSpace } from '../lib/storage.ts';
import { BannerSpace } from './banner-space.tsx';
import { HiddenBanner } from './hidden-banner.tsx';
import { PausedBanner } from './paused-banner.tsx';

/** Google ends the grants of apps in test mode after seven days. */
const WARN_AHEAD_MS = 48 * 3_600_000;

/** Hidden comments of one week that are more than chance. */
const MANY_HIDDEN = 2;

/** The warning about the sign-in says these. */
const ABOUT_THE_SIGN_IN = new Set(['needs_reauth', 'not_connected', 'scope_missing']);

const endsSoon = ({ grantExpiresAt }: TokenStatus, now: Date) =>
  grantExpiresAt !== null && Date.parse(grantExpiresAt) - now.getTime() <= WARN_AHEAD_MS;

/** Only the most urgent: no network, a lost sign-in, a pause, hidden comments, then a sign-in that ends soon. */
export function PageBanner() {
  const enabled = useSignedIn() === true;
  const { data: token, isPending: isTokenPending } = useQuery({ ...tokenStatusQuery, enabled });
  const { data: posting, isPending: isPostingPending } = useQuery({ ...postingStatusQuery, enabled });
  const { data: outcomes, isPending: areOutcomesPending } = useQuery({ ...outcomesSummaryQuery, enabled });
  const now = useNow(60_000);
  const isOnline = useIsOnline();
  const isPaused = posting?.state === 'paused' && !(posting.code && ABOUT_THE_SIGN_IN.has(posting.code));
  const hidden = outcomes?.hiddenThisWeek ?? 0;
  const areHidden = !isPaused && hidden >= MANY_HIDDEN;
  const warns = token && (token.needsReauth || (!isPaused && !areHidden && endsSoon(token, now)));
  if (!isOnline)
    return (
      <Banner icon={WifiOff} title="You are offline" acrossPage>
        What you typed is kept here. Scheduled comments are posted by the server all the same.
      </Banner>
    );
  if (isTokenPending || isPostingPending || areOutcomesPending) return <BannerSpace />;
  return (
    <Measured>
      {warns ? (
        <GrantWarning status={token} />
      ) : isPaused ? (
        <PausedBanner status={posting} />
      ) : (
        areHidden && <HiddenBanner count={hidden} />
      )}
    </Measured>
  );
}

/** The next visit keeps as much space before the banner is known. */
function Measured({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const height = String(part.current?.offsetHeight ?? 0);
    if (height !== bannerSpace.read()) bannerSpace.write(height);
  });
  return <div ref={part}>{children}</div>;
}

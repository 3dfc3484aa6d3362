import { TriangleAlert } from 'lucide-react';
import type { TokenStatus } from '#shared/contracts/auth.ts';
import { Banner } from '../../components/banner.tsx';
import { DateTime } from '../../components/time.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useNow } from '../../lib/use-now.ts';
import { openAuthPopup } from './auth-popup.ts';

/** Google ends the grants of apps in test mode after seven days. */
const WARN_AHEAD_MS = 48 * 3_600_000;

/** Warns that posting has lost its grant, or will within two days. */
export function GrantWarning({ status }: { status: TokenStatus }) {
  const now = useNow(60_000);
  const refresh = (
    <Button size="sm" onClick={openAuthPopup}>
      Refresh Auth
    </Button>
  );
  if (status.needsReauth) {
    return (
      <Banner icon={TriangleAlert} tone="warning" title="Auto-posting may not work" action={refresh}>
        {status.reason ?? 'Your tokens need refreshing for scheduled comments.'}
      </Banner>
    );
  }
  if (!status.grantExpiresAt) return null;
  if (new Date(status.grantExpiresAt).getTime() - now.getTime() > WARN_AHEAD_MS) return null;
  return (
    <Banner icon={TriangleAlert} tone="warning" title="Google ends this sign-in soon" action={refresh}>
      Scheduled comments will not be posted after <DateTime iso={status.grantExpiresAt} /> unless you refresh
      it first.
    </Banner>
  );
}

import { TriangleAlert } from 'lucide-react';
import type { TokenStatus } from '#shared/contracts/auth.ts';
import { Banner } from '../../components/page.tsx';
import { DateTime } from '../../components/time.tsx';
import { Button } from '../../components/ui/button.tsx';
import { openAuthPopup } from './auth-popup.ts';

/** Warns that posting has lost its grant, or will soon. */
export function GrantWarning({ status }: { status: TokenStatus }) {
  return (
    <Banner
      acrossPage
      icon={TriangleAlert}
      tone="pending"
      title={status.needsReauth ? 'Auto-posting may not work' : 'Google ends this sign-in soon'}
      action={<Button onClick={openAuthPopup}>Refresh Auth</Button>}
    >
      {status.needsReauth ? (
        (status.reason ?? 'Your tokens need refreshing for scheduled comments.')
      ) : (
        <>
          Scheduled comments will not be posted after <DateTime iso={status.grantExpiresAt ?? ''} /> unless
          you refresh it first.
        </>
      )}
    </Banner>
  );
}

import { useQuery } from '@tanstack/react-query';
import { CirclePause } from 'lucide-react';
import { Link } from 'wouter';
import { errorText } from '../api/error-text.ts';
import { postingStatusQuery } from '../api/posting.ts';
import { useUpdateUserSettings } from '../api/user-settings.ts';
import { toast } from '../lib/toast.ts';
import { Banner } from './banner.tsx';
import { DateTime } from './time.tsx';
import { Button, buttonClasses } from './ui/button.tsx';

function ResumeButton() {
  const update = useUpdateUserSettings();
  const resume = () =>
    update.mutate(
      { postingPaused: false },
      {
        onError: (error) =>
          toast({
            title: 'Error',
            description: errorText(error, 'Failed to update settings'),
            variant: 'destructive',
          }),
      },
    );
  return (
    <Button size="sm" disabled={update.isPending} onClick={resume}>
      Resume Posting
    </Button>
  );
}

/** The sign-in card explains these and has their button. */
const SHOWN_BY_THE_SIGN_IN_CARD = new Set(['needs_reauth', 'not_connected', 'scope_missing']);

interface PausedBannerProps {
  /** Otherwise only the person's own pause is shown. */
  everyReason: boolean;
}

export function PausedBanner({ everyReason }: PausedBannerProps) {
  const status = useQuery(postingStatusQuery).data;
  if (status?.state !== 'paused' || (status.code && SHOWN_BY_THE_SIGN_IN_CARD.has(status.code))) return null;
  if (!everyReason && status.code !== 'posting_paused') return null;
  const action =
    status.code === 'posting_paused' ? (
      <ResumeButton />
    ) : status.code === 'daily_cap' ? (
      <Link href="/settings" className={buttonClasses('secondary', 'sm')}>
        Change the Limit
      </Link>
    ) : undefined;
  const title = status.hold ? 'Posting is on hold' : 'Automatic posting is paused';
  return (
    <Banner icon={CirclePause} tone="warning" title={title} action={action}>
      {status.reason}
      {status.until && (
        <>
          {' '}
          {status.hold ? 'One comment is tried on' : 'Resumes'} <DateTime iso={status.until} />.
        </>
      )}
    </Banner>
  );
}

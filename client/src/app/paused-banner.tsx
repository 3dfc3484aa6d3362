import { CirclePause } from 'lucide-react';
import { Link } from 'wouter';
import type { PostingStatus } from '#shared/contracts/posting.ts';
import { tellSettingsFailure, useUpdateUserSettings } from '../api/user-settings.ts';
import { Banner } from '../components/page.tsx';
import { DateTime } from '../components/time.tsx';
import { Button, buttonClasses } from '../components/ui/button.tsx';

function ResumeButton() {
  const update = useUpdateUserSettings(tellSettingsFailure);
  return (
    <Button disabled={update.isPending} onClick={() => update.mutate({ postingPaused: false })}>
      Resume Posting
    </Button>
  );
}

const LATE = 'Nothing goes out. What gets more than a day late returns to review.';

export function PausedBanner({ status }: { status: PostingStatus }) {
  const action =
    status.code === 'posting_paused' ? (
      <ResumeButton />
    ) : status.code === 'daily_cap' ? (
      <Link href="/settings?tab=general" className={buttonClasses('secondary')}>
        Change the Limit
      </Link>
    ) : undefined;
  const title = status.hold ? 'Posting is on hold' : 'Automatic posting is paused';
  return (
    <Banner acrossPage icon={CirclePause} tone="pending" title={title} action={action}>
      {status.code === 'posting_paused' ? LATE : status.reason}
      {status.until && (
        <>
          {' '}
          {status.hold ? 'One comment is tried on' : 'Resumes'} <DateTime iso={status.until} />.
        </>
      )}
    </Banner>
  );
}

import { useQuery } from '@tanstack/react-query';
import { CirclePause, EyeOff, type LucideIcon, Settings, TriangleAlert, WifiOff } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import type { PostingStatus, TokenStatus } from '#shared/contracts/status.ts';
import { tokenStatusQuery, useSignedIn } from '../api/auth.ts';
import { outcomesSummaryQuery, queueSummaryQuery } from '../api/comments.ts';
import { postingStatusQuery, useOwnTimeZone } from '../api/posting.ts';
import { usePostingSwitch, useUpdateUserSettings } from '../api/settings.ts';
import { DateTime } from '../components/time.tsx';
import { Button, ButtonLink, Switch, TONE_TEXT, type Tone } from '../components/ui/button.tsx';
import { openAuthPopup } from '../features/auth/account.tsx';
import { classNames, useIsOnline, useNow } from '../lib/browser.ts';
import { formatNumber, formatWhen } from '../lib/formats.ts';
import { bannerSpace } from '../lib/storage.ts';
import { BannerSpace, FindOrDoButton, UserCard } from './frame.tsx';

interface BannerProps {
  icon: LucideIcon;
  tone?: Tone;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** Stands right under a page's title row, in its gutters. */
const Banner = ({ icon: Icon, tone = 'neutral', title, children, action }: BannerProps) => (
  <div
    role="status"
    className={classNames(
      'flex flex-wrap items-center gap-x-3 gap-y-1 border-y px-(--gutter) py-1.5',
      tone === 'pending' ? 'bg-pending-soft' : tone === 'failed' ? 'bg-failed-soft' : 'bg-sunken',
    )}
  >
    <Icon
      aria-hidden
      className={classNames('size-4 shrink-0 max-sm:mt-1.5 max-sm:self-start', TONE_TEXT[tone])}
    />
    <p className="min-w-0 flex-1 basis-64 py-1 text-sm text-soft">
      <span className="mr-1 font-medium text-text sm:text-base">{title}</span> {children}
    </p>
    {action}
  </div>
);

const REFRESH = 'Your comments and their times stay.';

const GrantWarning = ({ status }: { status: TokenStatus }) => (
  <Banner
    icon={TriangleAlert}
    tone="pending"
    title={status.needsReauth ? 'Auto-posting may not work' : 'Google ends this sign-in soon'}
    action={<Button onClick={openAuthPopup}>Refresh Auth</Button>}
  >
    {status.needsReauth ? (
      `${status.reason ?? 'Your tokens need refreshing for scheduled comments.'} ${REFRESH}`
    ) : (
      <>
        Scheduled comments will not be posted after <DateTime iso={status.grantExpiresAt ?? ''} /> unless you
        sign in again first. {REFRESH}
      </>
    )}
  </Banner>
);

/** Advises to pause when several comments were hidden: YouTube may be judging the account. */
const HiddenBanner = ({ count }: { count: number }) => (
  <Banner
    icon={EyeOff}
    tone="failed"
    title={`${count === 2 ? 'Two' : formatNumber(count)} of your comments are hidden from others this week.`}
    action={
      <div className="flex flex-wrap gap-2">
        <ButtonLink href="/history?visibility=only_you">Show Them</ButtonLink>
        <PostingButton pauses>Pause Posting</PostingButton>
      </div>
    }
  >
    Pause posting until you know why.
  </Banner>
);

function PostingButton({ pauses, children }: { pauses: boolean; children: string }) {
  const update = useUpdateUserSettings();
  return (
    <Button disabled={update.isPending} onClick={() => update.mutate({ postingPaused: pauses })}>
      {children}
    </Button>
  );
}

const LATE = 'Nothing goes out. What gets more than a day late returns to review.';

function PausedBanner({ status }: { status: PostingStatus }) {
  const action =
    status.code === 'posting_paused' ? (
      <PostingButton pauses={false}>Resume Posting</PostingButton>
    ) : status.code === 'daily_cap' ? (
      <ButtonLink href="/settings?tab=general">Change the Limit</ButtonLink>
    ) : undefined;
  const title = status.hold ? 'Posting is on hold' : 'Automatic posting is paused';
  return (
    <Banner icon={CirclePause} tone="pending" title={title} action={action}>
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
      <Banner icon={WifiOff} title="You are offline">
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

function wordsFor(status: PostingStatus, nextDueAt: string | null, now: Date): string {
  if (status.hold) return 'Posting is on hold';
  if (status.code === 'posting_paused') return 'Automatic posting is paused';
  if (status.state === 'paused')
    return status.until ? `Resumes ${formatWhen(status.until, now)}` : 'Posting needs you';
  if (!nextDueAt) return 'Nothing is scheduled';
  return new Date(nextDueAt) <= now ? 'Next in a moment' : `Next ${formatWhen(nextDueAt, now)}`;
}

export function PostingSwitch() {
  const id = useId();
  const now = useNow();
  // Told early: slots in another zone would move once the schedule is open.
  useOwnTimeZone();
  const status = useQuery(postingStatusQuery).data;
  const summary = useQuery(queueSummaryQuery).data;
  return (
    <div className="px-2 py-2.5">
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          Posting
        </label>
        <Switch id={id} aria-describedby={`${id}-next`} {...usePostingSwitch()} />
      </div>
      <p id={`${id}-next`} className="mt-0.5 min-h-4 text-xs text-muted">
        {status && summary && wordsFor(status, summary.nextDueAt, now)}
      </p>
    </div>
  );
}

/** What the side has no room for on a narrow window. */
export const AccountMenuContent = () => (
  <>
    <FindOrDoButton className="sm:hidden" />
    <ButtonLink
      href="/settings?tab=general"
      onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      variant="ghost"
      className="justify-start! px-2!"
    >
      <Settings aria-hidden />
      Settings
    </ButtonLink>
    <div className="border-t pt-1 lg:hidden">
      <PostingSwitch />
    </div>
    <div className="lg:hidden">
      <UserCard inMenu />
    </div>
  </>
);

import { useQuery } from '@tanstack/react-query';
import {
  CirclePause,
  EyeOff,
  type LucideIcon,
  Settings,
  TriangleAlert,
  WifiOff,
} from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { PostingStatus } from '#shared/contracts/posting.ts';
import type { TokenStatus } from '#shared/contracts/status.ts';
import { tokenStatusQuery, useSignedIn } from '../api/auth.ts';
import { outcomesSummaryQuery } from '../api/comments.ts';
import { postingStatusQuery, useOwnTimeZone } from '../api/posting.ts';
import { usePostingSwitch, useUpdateUserSettings } from '../api/settings.ts';
import { DateTime } from '../components/time.tsx';
import {
  Button,
  ButtonLink,
  Switch,
  TONE_TEXT,
  type Tone,
} from '../components/ui/button.tsx';
import { openAuthPopup } from '../features/auth/auth-popup.ts';
import { classNames, useIsOnline, useNow } from '../lib/browser.ts';
import { formatNumber, formatWhen } from '../lib/formats.ts';
import { keepFocus } from '../lib/kept-focus.ts';
import { useServerReach } from '../lib/server-reach.ts';
import { bannerSpace } from '../lib/storage.ts';
import { nextDueAt } from '../review/counts.ts';
import { useWork } from '../review/work.ts';
import { BannerSpace, FindOrDoButton, UserCard } from './frame.tsx';

interface BannerProps {
  icon: LucideIcon;
  tone?: Tone;
  title: string;
  words: ReactNode;
  action?: ReactNode;
}

const BANNER_COLORS: Partial<Record<Tone, string>> = {
  pending: 'bg-pending-soft',
  failed: 'bg-failed-soft',
};

const Banner = ({ icon: Icon, tone = 'neutral', title, words, action }: BannerProps) => (
  <div
    role="status"
    className={classNames(
      'flex flex-wrap items-center gap-x-3 gap-y-1 border-y px-(--gutter) py-1.5',
      BANNER_COLORS[tone] ?? 'bg-sunken',
    )}
  >
    <Icon
      className={classNames(
        'size-4 shrink-0 max-sm:mt-1.5 max-sm:self-start',
        TONE_TEXT[tone],
      )}
    />
    <p className="min-w-0 flex-1 basis-64 py-1 text-sm text-soft">
      <span className="mr-1 font-medium text-text sm:text-base">{title}</span> {words}
    </p>
    {action}
  </div>
);

function PausedAction({ code }: Pick<PostingStatus, 'code'>) {
  if (code === 'posting_paused')
    return <PostingButton pauses={false}>Resume Posting</PostingButton>;
  if (code === 'daily_cap')
    return <ButtonLink href="/settings?tab=general">Change the Limit</ButtonLink>;
  return null;
}

function PostingButton({ pauses, children }: { pauses: boolean; children: string }) {
  const update = useUpdateUserSettings();
  return (
    <Button
      disabled={update.isPending}
      onClick={() => update.mutate({ postingPaused: pauses })}
    >
      {children}
    </Button>
  );
}

const LATE =
  'Nothing is posted. Comments that are more than a day late go back to review.';

const paused = ({ code, reason, until, hold }: PostingStatus): BannerProps => ({
  icon: CirclePause,
  tone: 'pending',
  title: hold ? 'Posting is on hold' : 'Automatic posting is paused',
  words: (
    <>
      {code === 'posting_paused' ? LATE : reason}
      {until && (
        <>
          {' '}
          {hold ? 'The next try is on' : 'Resumes'} <DateTime iso={until} />.
        </>
      )}
    </>
  ),
  action: <PausedAction code={code} />,
});

/** Recommends a pause, because YouTube may be reviewing the account. */
const hidden = (count: number): BannerProps => ({
  icon: EyeOff,
  tone: 'failed',
  title: `${count === 2 ? 'Two' : formatNumber(count)} of your comments are hidden from others this week.`,
  words: 'Pause posting until you know why.',
  action: (
    <div className="flex flex-wrap gap-2">
      <ButtonLink href="/history?visibility=only_you">Show Them</ButtonLink>
      <PostingButton pauses>Pause Posting</PostingButton>
    </div>
  ),
});

/**
 * The user is warned this long before the sign-in ends. Google
 * ends the sign-ins of apps in test mode after seven days.
 */
const WARN_AHEAD_MS = 48 * 3_600_000;

/** This many hidden comments within a week are unlikely to be a coincidence. */
const MANY_HIDDEN = 2;

/** Reasons for a pause that the warning about the sign-in already covers. */
const ABOUT_THE_SIGN_IN = new Set(['needs_reauth', 'not_connected', 'scope_missing']);

const KEPT = 'Your comments and their times stay.';

/**
 * Returns the most urgent banner: a lost sign-in, a pause, hidden comments, then a
 * sign-in that ends soon.
 */
function mostUrgent(
  token: TokenStatus | null | undefined,
  posting: PostingStatus | undefined,
  hiddenThisWeek: number,
  now: Date,
): BannerProps | null {
  const refresh = {
    icon: TriangleAlert,
    tone: 'pending',
    action: <Button onClick={openAuthPopup}>Refresh Auth</Button>,
  } as const;
  if (token?.needsReauth) {
    const reason = token.reason ?? 'Your tokens need refreshing for scheduled comments.';
    return { ...refresh, title: 'Auto-posting may not work', words: `${reason} ${KEPT}` };
  }
  if (posting?.state === 'paused' && !ABOUT_THE_SIGN_IN.has(posting.code ?? ''))
    return paused(posting);
  if (hiddenThisWeek >= MANY_HIDDEN) return hidden(hiddenThisWeek);
  const endsAt = token?.grantExpiresAt;
  if (!endsAt || Date.parse(endsAt) - now.getTime() > WARN_AHEAD_MS) return null;
  const words = (
    <>
      Scheduled comments will not be posted after <DateTime iso={endsAt} /> unless you
      sign in again first. {KEPT}
    </>
  );
  return { ...refresh, title: 'Google ends this sign-in soon', words };
}

export function PageBanner() {
  const enabled = useSignedIn() === true;
  const token = useQuery({ ...tokenStatusQuery, enabled });
  const posting = useQuery({ ...postingStatusQuery, enabled });
  const outcomes = useQuery({ ...outcomesSummaryQuery, enabled });
  const now = useNow(60_000);
  const isOnline = useIsOnline();
  const isReached = useServerReach();
  useEffect(keepFocus, []);
  // This banner replaces all others, because what they say may be out of date.
  if (!isReached || !isOnline)
    return (
      <Banner
        icon={WifiOff}
        title={isReached ? 'You are offline' : 'Chime In’s server does not answer'}
        words="What you typed is kept here. The page continues by itself once the server answers."
      />
    );
  if (token.isPending || posting.isPending || outcomes.isPending) return <BannerSpace />;
  const banner = mostUrgent(
    token.data,
    posting.data,
    outcomes.data?.hiddenThisWeek ?? 0,
    now,
  );
  return <Measured>{banner && <Banner {...banner} />}</Measured>;
}

/**
 * Stores the height of the banner, so that the next visit can reserve this space while it
 * loads.
 */
function Measured({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const height = String(part.current?.offsetHeight ?? 0);
    if (height !== bannerSpace.read()) bannerSpace.write(height);
  });
  return <div ref={part}>{children}</div>;
}

const NOT_KNOWN = 'Unknown: no answer';

const stoppedWords = ({ code }: PostingStatus): string =>
  ABOUT_THE_SIGN_IN.has(code ?? '')
    ? 'Posting is paused: sign in again'
    : 'Posting is paused';

function wordsFor(status: PostingStatus, nextDueAt: string | null, now: Date): string {
  if (status.hold) return 'Posting is on hold';
  if (status.code === 'posting_paused') return 'Automatic posting is paused';
  if (status.state === 'paused')
    return status.until
      ? `Resumes ${formatWhen(status.until, now)}`
      : stoppedWords(status);
  if (!nextDueAt) return 'Nothing is scheduled';
  return new Date(nextDueAt) <= now
    ? 'Next in a moment'
    : `Next ${formatWhen(nextDueAt, now)}`;
}

export function PostingSwitch() {
  const id = useId();
  const now = useNow();
  // Saves the time zone early: the slots of an open schedule would move if their time
  // zone changed.
  useOwnTimeZone();
  const status = useQuery(postingStatusQuery).data;
  const next = useWork(nextDueAt);
  const isReached = useServerReach();
  let words = NOT_KNOWN;
  if (isReached) words = status && next !== undefined ? wordsFor(status, next, now) : '';
  return (
    <div className="px-2 py-2.5">
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          Posting
        </label>
        <Switch id={id} aria-describedby={`${id}-next`} {...usePostingSwitch()} />
      </div>
      <p id={`${id}-next`} className="mt-0.5 min-h-4 text-xs text-muted">
        {words}
      </p>
    </div>
  );
}

/** Holds what does not fit into the navigation of a narrow window. */
export const AccountMenuContent = () => (
  <>
    <FindOrDoButton className="sm:hidden" />
    <ButtonLink
      href="/settings?tab=general"
      onClick={({ currentTarget }) =>
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
      }
      variant="ghost"
      className="justify-start! px-2!"
    >
      <Settings />
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

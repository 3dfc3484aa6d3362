import { useQuery } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import type { PostingStatus } from '#shared/contracts/status.ts';
import { queueSummaryQuery } from '../api/comments.ts';
import { postingStatusQuery, useOwnTimeZone } from '../api/posting.ts';
import { userSettingsQuery, useUpdateUserSettings } from '../api/settings.ts';
import { buttonClasses } from '../components/ui/button.tsx';
import { Switch } from '../components/ui/fields.tsx';
import { useNow } from '../lib/browser.ts';
import { formatWhen } from '../lib/formats.ts';
import { FindOrDoButton, UserCard } from './frame.tsx';

function wordsFor(status: PostingStatus, nextDueAt: string | null, now: Date): string {
  if (status.hold) return 'Posting is on hold';
  if (status.code === 'posting_paused') return 'Automatic posting is paused';
  if (status.state === 'paused')
    return status.until ? `Resumes ${formatWhen(status.until, now)}` : 'Posting needs you';
  if (!nextDueAt) return 'Nothing is scheduled';
  return new Date(nextDueAt) <= now ? 'Next in a moment' : `Next ${formatWhen(nextDueAt, now)}`;
}

/** Stops all posting, and says when the next comment goes out. */
export function PostingSwitch() {
  const id = useId();
  const now = useNow();
  // Told early: slots in another zone would move once the schedule is open.
  useOwnTimeZone();
  const status = useQuery(postingStatusQuery).data;
  const summary = useQuery(queueSummaryQuery).data;
  const isPaused = useQuery(userSettingsQuery).data?.postingPaused;
  const update = useUpdateUserSettings();
  const isOn = update.isPending ? update.variables.postingPaused === false : isPaused === false;
  return (
    <div className="px-2 py-2.5">
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          Posting
        </label>
        <Switch
          id={id}
          aria-describedby={`${id}-next`}
          checked={isOn}
          disabled={isPaused === undefined || update.isPending}
          onCheckedChange={(on) => update.mutate({ postingPaused: !on })}
        />
      </div>
      <p id={`${id}-next`} className="mt-0.5 min-h-4 text-xs text-muted">
        {status && summary && wordsFor(status, summary.nextDueAt, now)}
      </p>
    </div>
  );
}

/** What the side has no room for on a narrow window. */
export function AccountMenuContent() {
  return (
    <>
      <FindOrDoButton className="sm:hidden" />
      <Link
        href="/settings?tab=general"
        onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
        className={`${buttonClasses('ghost')} justify-start! px-2!`}
      >
        <Settings aria-hidden />
        Settings
      </Link>
      <div className="border-t pt-1 lg:hidden">
        <PostingSwitch />
      </div>
      <div className="lg:hidden">
        <UserCard inMenu />
      </div>
    </>
  );
}

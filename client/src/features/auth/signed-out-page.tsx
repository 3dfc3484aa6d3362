import { LogIn } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { authMessages, signInCanceledKey } from '#shared/contracts/connection.ts';
import { PolicyLinks } from '../../components/policy-links.tsx';
import { SampleOffer } from '../../components/sample-offer.tsx';
import { SandboxLabel } from '../../components/sandbox-label.tsx';
import { Badge, Button } from '../../components/ui/button.tsx';
import { usePageTitle } from '../../lib/address.ts';
import { listen } from '../../lib/browser.ts';
import { clockText } from '../../lib/formats.ts';
import { openAuthPopup } from './auth-popup.ts';

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <li className="relative before:absolute before:top-1.5 before:-left-7 before:z-1 before:size-2.5 before:rounded-full before:border-2 before:border-accent before:bg-surface before:ring-4 before:ring-surface not-last:after:absolute not-last:after:top-2 not-last:after:-bottom-7 not-last:after:-left-6 not-last:after:w-0.5 not-last:after:bg-line">
    <h2 className="mb-1.5 text-sm font-semibold">{title}</h2>
    <div className="rounded-panel border px-3.5 py-3">{children}</div>
  </li>
);

/**
 * Shows an example of the path from a found video to a posted comment. Everything in it
 * is invented.
 */
const ExampleStory = () => (
  <ol
    aria-label="An example, from a found video to a posted comment"
    className="grid content-center gap-5 pl-7"
  >
    <Step title="Find a video worth answering">
      <div className="flex items-center gap-3">
        <span
          aria-hidden
          className="flex h-13.5 w-24 shrink-0 items-end rounded-[4px] bg-accent p-1.5 text-xs leading-3.5 font-semibold text-surface"
        >
          600 clusters
        </span>
        <div className="min-w-0 flex-1">
          <p className="text-sm font-semibold">
            Argo CD at 600 clusters: sharding, drift and one bad sync
          </p>
          <p className="text-xs text-muted">North Cluster · 41.2K views</p>
        </div>
        <p className="text-xs font-semibold whitespace-nowrap tabular-nums">91% Match</p>
      </div>
    </Step>
    <Step title="Get a draft that knows its sources">
      <p className="font-voice text-voice">
        We split by manifest count, as you do at 18:05, and kept auto-prune off for the
        first month.
        <span className="text-accent">¹</span> How do you notice a shard that is slowly
        falling behind?
        <span className="text-accent">²</span>
      </p>
      <p className="mt-3 flex flex-wrap gap-x-4 border-t pt-2.5 text-xs text-soft">
        <span>
          <b className="font-semibold text-accent">1</b> Chapter 18:05 and your notes
        </span>
        <span>
          <b className="font-semibold text-accent">2</b> Top comment
        </span>
      </p>
    </Step>
    <Step title="Change a word, then approve">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <Badge dot="approved">Approved</Badge>
        goes out tomorrow {clockText('09:00')}
      </p>
    </Step>
    <Step title="See what became of it">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <Badge dot="posted">Public after 7 days</Badge>
        <span>6 likes</span>
        <span>2 replies</span>
      </p>
    </Step>
  </ol>
);

const NEXT = [
  'A Google window opens and you pick your account.',
  'Google asks for access to YouTube. Chime In uses it to post what you approve and to read the replies.',
  'You come back here and teach it your voice. Two minutes.',
];

const RECENT_MS = 60_000;

/** Reads and forgets that the user just canceled the sign-in at Google. */
function takeCanceled(): boolean {
  try {
    const at = Number(localStorage.getItem(signInCanceledKey) ?? 0);
    localStorage.removeItem(signInCanceledKey);
    return Date.now() - at < RECENT_MS;
  } catch {
    // Without storage, the popup could not report it.
    return false;
  }
}

/**
 * Returns whether the user just canceled the sign-in. The popup's message says only that
 * it failed. If popups are blocked, the sign-in returns to this page instead, which then
 * checks once.
 */
function useWasCanceled(): boolean {
  const [wasCanceled, setWasCanceled] = useState(takeCanceled);
  useEffect(() => {
    const onMessage = ({ origin, data }: MessageEvent<unknown>) => {
      if (origin === window.location.origin && data === authMessages.error)
        setWasCanceled(takeCanceled());
    };
    return listen({ message: onMessage });
  }, []);
  return wasCanceled;
}

export function SignedOutPage({ title, sandbox }: { title: string; sandbox: boolean }) {
  usePageTitle(title);
  const wasCanceled = useWasCanceled();
  return (
    <>
      <div className="flex min-h-12 shrink-0 items-center gap-3 border-b px-(--gutter) text-sm">
        <h1 className="flex-1 text-base font-semibold">{title}</h1>
        <div className="empty:hidden lg:hidden">
          <SandboxLabel />
        </div>
        <p className="text-muted">Not signed in</p>
      </div>
      <div className="grid grow content-center gap-x-22 gap-y-12 px-(--gutter) pt-10 pb-24 sm:pb-10 xl:grid-cols-[minmax(0,31.25rem)_minmax(0,28.25rem)] xl:justify-center">
        <div>
          <p className="font-voice text-[2.875rem] leading-13 font-medium tracking-tight text-balance max-sm:text-[2.125rem] max-sm:leading-10">
            Chime in on the videos in your field, in your own words.
          </p>
          <p className="mt-4 max-w-measure text-lg leading-6.5 text-soft">
            Find videos worth answering, get a comment drafted the way you write, and post
            it now or on a schedule. You approve each one before it goes out.
          </p>
          <section className="mt-8 rounded-panel border px-6 py-5 max-sm:mt-6 max-sm:px-4">
            <h2 className="text-lg font-semibold">YouTube Authentication Required</h2>
            <p className="mt-1 text-soft">
              Use the account whose channel should post your comments.
            </p>
            <p role="status" className="mt-3 font-medium text-pending empty:hidden">
              {wasCanceled &&
                'You canceled at Google, so nothing was connected. To go on, sign in again and press Continue when Google asks for access to YouTube.'}
            </p>
            <div className="mt-4 mb-5 flex flex-wrap gap-3">
              <Button
                variant="primary"
                size="lg"
                onClick={openAuthPopup}
                className="px-5"
              >
                <LogIn />
                Sign in with Google
              </Button>
              <SampleOffer size="lg" />
            </div>
            <ol className="grid gap-2.5 border-t pt-4 text-soft">
              {NEXT.map((step, index) => (
                <li key={step} className="grid grid-cols-[1.5rem_minmax(0,1fr)]">
                  <span aria-hidden className="font-semibold text-accent tabular-nums">
                    {index + 1}
                  </span>
                  {step}
                </li>
              ))}
            </ol>
          </section>
          {sandbox && (
            <p className="mt-4 text-sm text-soft">
              <span className="mr-2 inline-block rounded-control border border-dashed border-pending px-1.5 text-xs font-medium leading-4.5 text-pending">
                Sandbox
              </span>
              Accounts and videos are invented. Nothing reaches the real YouTube.
            </p>
          )}
          <div className="mt-4">
            <PolicyLinks />
          </div>
        </div>
        <ExampleStory />
      </div>
    </>
  );
}

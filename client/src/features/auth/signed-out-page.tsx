import { LogIn } from 'lucide-react';
import { useContext } from 'react';
import { PageSlots } from '../../components/page.tsx';
import { PolicyLinks } from '../../components/policy-links.tsx';
import { Button } from '../../components/ui/button.tsx';
import { usePageTitle } from '../../lib/address.ts';
import { openAuthPopup } from './auth-popup.ts';
import { ExampleStory } from './example-story.tsx';

const NEXT = [
  'A Google window opens and you pick your account.',
  'Google asks for access to YouTube. Chime In uses it to post what you approve.',
  'You come back here and teach it your voice. Two minutes.',
];

interface SignedOutPageProps {
  title: string;
  sandbox: boolean;
}

export function SignedOutPage({ title, sandbox }: SignedOutPageProps) {
  const { label } = useContext(PageSlots);
  usePageTitle(title);
  return (
    <>
      <div className="flex min-h-12 shrink-0 items-center gap-3 border-b px-(--gutter) text-sm">
        <h1 className="flex-1 text-base font-semibold">{title}</h1>
        <div className="empty:hidden lg:hidden">{label}</div>
        <p className="text-muted">Not signed in</p>
      </div>
      <div className="grid grow content-center gap-x-22 gap-y-12 px-(--gutter) pt-10 pb-24 sm:pb-10 xl:grid-cols-[minmax(0,31.25rem)_minmax(0,28.25rem)] xl:justify-center">
        <div>
          <p className="font-voice text-[2.875rem] leading-13 font-medium tracking-tight text-balance max-sm:text-[2.125rem] max-sm:leading-10">
            Chime in on the videos in your field, in your own words.
          </p>
          <p className="mt-4 max-w-measure text-lg leading-6.5 text-soft">
            Find videos worth answering, get a comment drafted the way you write, and post it now or on a
            schedule. You approve each one before it goes out.
          </p>
          <section className="mt-8 rounded-panel border px-6 py-5 max-sm:mt-6 max-sm:px-4">
            <h2 className="text-lg font-semibold">YouTube Authentication Required</h2>
            <p className="mt-1 text-soft">Use the account whose channel should post your comments.</p>
            <Button variant="primary" size="lg" onClick={openAuthPopup} className="mt-4 mb-5 px-5">
              <LogIn aria-hidden />
              Sign in with Google
            </Button>
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
              <span className="font-medium text-pending">Sandbox:</span> Accounts and videos are invented.
              Nothing reaches the real YouTube.
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

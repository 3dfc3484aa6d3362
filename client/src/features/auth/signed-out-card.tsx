import { LogIn } from 'lucide-react';
import { PolicyLinks } from '../../components/policy-links.tsx';
import { Button } from '../../components/ui/button.tsx';
import { openAuthPopup } from './auth-popup.ts';

export function SignedOutCard({ sandbox }: { sandbox: boolean }) {
  return (
    <section className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-panel border border-line bg-raised p-5">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-lg font-semibold">YouTube Authentication Required</h2>
        <p className="mt-1 max-w-measure text-muted">
          Sign in with the Google account whose YouTube channel your comments are posted from. Nothing is
          posted that you have not approved.
        </p>
        {sandbox && (
          <p className="mt-1 max-w-measure text-muted">
            This is the sandbox: it offers invented accounts, and nothing reaches the real YouTube.
          </p>
        )}
        <div className="mt-2">
          <PolicyLinks />
        </div>
      </div>
      <Button variant="primary" onClick={openAuthPopup}>
        <LogIn aria-hidden />
        Sign in with Google
      </Button>
    </section>
  );
}

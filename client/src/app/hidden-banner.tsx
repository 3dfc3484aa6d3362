import { EyeOff } from 'lucide-react';
import { Link } from 'wouter';
import { tellSettingsFailure, useUpdateUserSettings } from '../api/user-settings.ts';
import { Banner } from '../components/page.tsx';
import { Button, buttonClasses } from '../components/ui/button.tsx';
import { formatNumber } from '../lib/formats.ts';

/** Advises to pause when several comments were hidden: YouTube may be judging the account. */
export function HiddenBanner({ count }: { count: number }) {
  const update = useUpdateUserSettings(tellSettingsFailure);
  return (
    <Banner
      acrossPage
      icon={EyeOff}
      tone="failed"
      title={`${count === 2 ? 'Two' : formatNumber(count)} of your comments are hidden from others this week.`}
      action={
        <div className="flex flex-wrap gap-2">
          <Link href="/history?visibility=only_you" className={buttonClasses()}>
            Show Them
          </Link>
          <Button disabled={update.isPending} onClick={() => update.mutate({ postingPaused: true })}>
            Pause Posting
          </Button>
        </div>
      }
    >
      Pause posting until you know why.
    </Banner>
  );
}

import type { ComponentProps } from 'react';
import type { SetupLine } from '#shared/contracts/connection.ts';
import type { Backups } from '#shared/contracts/settings.ts';
import type { QuotaResponse } from '#shared/contracts/status.ts';
import { useCheckSetup, useDisconnect } from '../../api/connection.ts';
import { errorText, useChange } from '../../api/http.ts';
import { backupsQuery, fetchBackup, usePostingSwitch } from '../../api/settings.ts';
import { quotaQuery } from '../../api/videos.ts';
import { PolicyLinks } from '../../components/policy-links.tsx';
import { DateTime } from '../../components/time.tsx';
import { Badge, Button, InlineLink, type Tone } from '../../components/ui/button.tsx';
import { Progress, RadioGroup } from '../../components/ui/choices.tsx';
import { ConfirmButton } from '../../components/ui/dialog.tsx';
import { SwitchField } from '../../components/ui/form-fields.tsx';
import { downloadFile } from '../../lib/browser.ts';
import { formatNumber } from '../../lib/formats.ts';
import { shortcutsPreference } from '../../lib/shortcuts.ts';
import {
  draftOnOpenPreference,
  themePreference,
  themes,
  usePreference,
  useSwitch,
} from '../../lib/storage.ts';
import { toast } from '../../lib/toast.ts';
import { Loaded, SettingsSection } from './kept-form.tsx';
import { LanguageModel } from './language-model.tsx';
import { SettingsForm } from './settings-form.tsx';
import { StartOver } from './start-over.tsx';

const inWords = (bytes: number) =>
  bytes < 1_000_000
    ? `${Math.ceil(bytes / 1_000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;

const LastBackup = ({ last, failure, folder }: Backups) => (
  <>
    {failure && (
      <p role="status" className="text-failed">
        The backup of <DateTime iso={failure.at} /> failed. {failure.reason} Chime In
        tries again every hour.
      </p>
    )}
    <p>
      {last ? (
        <>
          Last backup: <DateTime iso={last.madeAt} /> ({inWords(last.bytes)})
        </>
      ) : (
        'No backup has been made yet.'
      )}
    </p>
    <p className="text-muted">
      Chime In makes one every night and keeps 28 nights in{' '}
      <span className="font-mono text-sm break-all">{folder}</span>. It holds everything
      but your Google sign-in and the language model’s key.
    </p>
  </>
);

function BackupPart() {
  const download = useChange(
    async () => {
      const file = await fetchBackup();
      downloadFile(file.name, file.type, file);
    },
    [],
    'Failed to download a backup',
  );
  return (
    <div className="flex flex-col items-start gap-3">
      <Loaded query={backupsQuery} what="the last backup" lines={2}>
        {(data) => <LastBackup {...data} />}
      </Loaded>
      <Button busy={download.isPending && 'Preparing…'} onClick={() => download.mutate()}>
        Download a backup
      </Button>
    </div>
  );
}

function Disconnect() {
  const disconnect = useDisconnect();
  const confirm = () =>
    disconnect.mutate(undefined, {
      onSuccess: () =>
        toast({
          title: 'YouTube Disconnected',
          description: 'Chime In’s access was revoked, and you are signed out.',
        }),
    });
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted">
        Stops posting and signs you out. Your comments, profiles and settings stay;
        scheduled comments wait until you sign in again.
      </p>
      <ConfirmButton
        disabled={disconnect.isPending}
        question={{
          title: 'Disconnect YouTube?',
          description: 'Scheduled comments are not posted until you sign in again.',
          confirmLabel: 'Disconnect',
          onConfirm: confirm,
        }}
      >
        Disconnect YouTube
      </ConfirmButton>
    </div>
  );
}

type Bucket = QuotaResponse['buckets'][number];

const LABELS: Record<Bucket['bucket'], string> = {
  search: 'Searches',
  shared: 'Posting and reading',
};

function BucketView({ bucket, used, reserved, limit, blockedUntil, resetsAt }: Bucket) {
  const label = LABELS[bucket];
  return (
    <li className="flex flex-col gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4 tabular-nums">
        <span>{label}</span>
        <span className="text-muted">
          {formatNumber(used)} of {formatNumber(limit)} used
          {reserved > 0 && `, ${formatNumber(reserved)} kept for scheduled comments`}
        </span>
      </p>
      <Progress value={(used / limit) * 100} label={`${label} used today`} />
      <p className="text-sm text-muted">
        {blockedUntil ? 'YouTube says it is used up. Resumes ' : 'Resets on '}
        <DateTime iso={blockedUntil ?? resetsAt} />.
      </p>
    </li>
  );
}

const Quota = ({ buckets, following: { units, searches } }: QuotaResponse) => (
  <ul className="flex flex-col gap-5">
    {buckets.map((bucket) => (
      <BucketView key={bucket.bucket} {...bucket} />
    ))}
    <li className="text-sm text-muted tabular-nums">
      Of these, what you follow took {formatNumber(units.used)} of at most{' '}
      {formatNumber(units.limit)}, and standing searches {searches.used} of at most{' '}
      {searches.limit} searches; the last 60 searches of a day are yours alone. A post
      counts as 50, reading a list as 1.
    </li>
  </ul>
);

const STATES: Record<SetupLine['state'], { tone: Tone; word: string }> = {
  ok: { tone: 'approved', word: 'OK' },
  warning: { tone: 'pending', word: 'Look at this' },
  failed: { tone: 'failed', word: 'Failed' },
  unknown: { tone: 'neutral', word: 'Not known' },
};

function Line({ name, state, tried, found, page, command }: SetupLine) {
  const { tone, word } = STATES[state];
  return (
    <li className="flex flex-col gap-1 wrap-anywhere border-t border-line py-3 first:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-medium">{name}</h3>
        <Badge dot={tone}>{word}</Badge>
      </div>
      <p className="text-sm text-muted">{tried}</p>
      <p>{found}</p>
      {page && (
        <p className="text-sm">
          <InlineLink href={page}>{page.replace('https://', '')}</InlineLink>
        </p>
      )}
      {command && <code className="font-mono text-sm">{command}</code>}
    </li>
  );
}

function SetupCheck() {
  const check = useCheckSetup();
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted">
        Tries each part of the setup once and says what to fix. It posts nothing and takes
        at most 3 of YouTube’s daily quota.
      </p>
      <Button busy={check.isPending && 'Checking…'} onClick={() => check.mutate()}>
        Check the setup
      </Button>
      <div role="status" className="w-full">
        {check.isError && (
          <p className="text-failed">
            {errorText(check.error, 'The setup could not be checked')}
          </p>
        )}
        {check.data && (
          <ol>
            {check.data.map((line) => (
              <Line key={line.name} {...line} />
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

function Appearance() {
  const [theme, setTheme] = usePreference(themePreference);
  return (
    <div className="flex flex-col gap-5">
      <RadioGroup
        segmented
        label="Theme"
        value={theme}
        onValueChange={setTheme}
        options={themes}
      />
      <SwitchField
        {...useSwitch(shortcutsPreference)}
        label="Single-key shortcuts"
        help="In the Review Queue: j and k to move, a to approve, and more; ? lists them."
      />
      <SwitchField
        {...useSwitch(draftOnOpenPreference)}
        label="Start drafting when the dialog opens"
        help="Generate Comment then opens the dialog and starts the draft. Otherwise it waits for a second press."
      />
    </div>
  );
}

export const GeneralSettings = (props: ComponentProps<typeof SettingsForm>) => (
  <div className="flex max-w-measure flex-col gap-8 [&>section:first-of-type]:border-0 [&>section:first-of-type]:pt-0">
    <SettingsSection level="h2" title="Language model">
      <LanguageModel />
    </SettingsSection>
    <SettingsForm {...props} />
    <SettingsSection level="h2" title="Posting">
      {/* This switch takes effect at once, without Save Settings. */}
      <SwitchField
        label="Posting"
        help="When off, nothing is posted. Comments that are more than a day late go back to review."
        {...usePostingSwitch()}
      />
    </SettingsSection>
    <SettingsSection level="h2" title="YouTube quota today">
      <Loaded query={quotaQuery} what="the quota" lines={4}>
        {(data) => <Quota {...data} />}
      </Loaded>
    </SettingsSection>
    <SettingsSection level="h2" title="Backups">
      <BackupPart />
    </SettingsSection>
    <SettingsSection level="h2" title="This browser">
      <Appearance />
    </SettingsSection>
    <SettingsSection level="h2" title="YouTube connection">
      <SetupCheck />
      <Disconnect />
      <PolicyLinks />
    </SettingsSection>
    <StartOver />
  </div>
);

import { zodResolver } from '@hookform/resolvers/zod';
import { type ComponentProps, useMemo, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { useLocation } from 'wouter';
import {
  type NoticeAddresses,
  type NoticeChannel,
  type NoticeSettings,
  type SendingChannel,
  updateNoticeSettingsSchema,
} from '#shared/contracts/notices.ts';
import { toastFailure } from '../../api/http.ts';
import { useTestNotice, useUpdateNotices } from '../../api/notices.ts';
import { Badge, Button } from '../../components/ui/button.tsx';
import { InputField } from '../../components/ui/form-fields.tsx';
import {
  askForBrowserNotices,
  browserNoticesPreference,
  browserPermission,
  testBrowserNotice,
} from '../../lib/browser-notices.ts';
import { formatDateTime } from '../../lib/formats.ts';
import { usePreference } from '../../lib/storage.ts';
import {
  changedIn,
  RestoredNotice,
  setBy,
  succeeded,
  useKeptForm,
} from './kept-form.tsx';

export const CHANNEL_NAMES: Record<NoticeChannel, string> = {
  email: 'E-mail',
  ntfy: 'ntfy',
  webhook: 'Webhook',
  browser: 'Browser',
};

type Field = readonly [label: string, help?: string, props?: ComponentProps<'input'>];
/** Keyed by their names in the API. The secret comes last. */
const FIELDS: Record<SendingChannel, Record<string, Field>> = {
  email: {
    smtpHost: ['Mail server', '', { placeholder: 'smtp.example.org' }],
    smtpPort: ['Port', '465 is TLS from the start.', { inputMode: 'numeric' }],
    smtpUser: ['User (optional)'],
    mailFrom: ['From', '', { inputMode: 'email' }],
    mailTo: ['To', '', { inputMode: 'email' }],
    smtpPassword: [
      'Password (optional)',
      'Never shown again. Changing the server or user deletes it.',
      { type: 'password' },
    ],
  },
  ntfy: {
    ntfyServer: ['Server', '', { inputMode: 'url' }],
    ntfyTopic: [
      'Topic',
      'On ntfy.sh, anyone who knows the topic can read it. Choose one that is hard to guess.',
    ],
    ntfyToken: [
      'Access token (optional)',
      'Never shown again. Changing the server deletes it.',
      { type: 'password' },
    ],
  },
  webhook: {
    webhookUrl: ['Address', 'Receives Standard Webhooks JSON.', { inputMode: 'url' }],
    // This secret is not masked, because it has to be copied when it is created here.
    webhookSecret: [
      'Signing secret',
      'Copy it to the receiver: it is never shown again. A replaced secret stays valid for one more day.',
    ],
  },
};
const newSecret = () =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`;

type Values = Record<string, string | number | undefined>;

function ChannelForm({
  channel,
  settings,
}: {
  channel: SendingChannel;
  settings: NoticeSettings;
}) {
  const title = CHANNEL_NAMES[channel];
  const { fixedBy, formerUntil } = settings;
  const { isReady, hasSecret } = settings.channels[channel];
  const names = Object.keys(FIELDS[channel]);
  const secret = names.at(-1) ?? '';
  const stored = useMemo<Values>(() => {
    const named = Object.keys(FIELDS[channel]) as (keyof NoticeAddresses)[];
    return Object.fromEntries(named.map((name) => [name, settings[name] ?? '']));
  }, [channel, settings]);
  const { form, restored, startOver, settle } = useKeptForm<Values>({
    name: `notice-${channel}`,
    resolver: zodResolver(updateNoticeSettingsSchema) as unknown as Resolver<Values>,
    stored,
    secret,
  });
  const { isDirty, errors } = form.formState;
  const update = useUpdateNotices();
  const test = useTestNotice();

  /** Saves what was typed, then calls `next`. */
  const saveAnd = (next: () => void) =>
    form.handleSubmit(async (values) => {
      try {
        // Sends only the changed fields: another tab may have saved
        // the others, and an empty secret would delete the stored one.
        if (isDirty) await update.mutateAsync(changedIn(values, stored));
      } catch (error) {
        return toastFailure(`Failed to save ${title}`, error);
      }
      settle({ ...values, [secret]: '' });
      next();
    });
  const onSave = saveAnd(() => succeeded('Settings updated successfully'));
  const onTest = saveAnd(() => test.mutate(channel));

  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={(event) => void onSave(event)}
      className={PANEL}
    >
      <Head title={title} isOn={isReady} words={['Set up', 'Not set up']} />
      {restored && <RestoredNotice onStartOver={startOver} />}
      {Object.entries(FIELDS[channel]).map(([name, [label, help, props]]) => (
        <InputField
          key={name}
          label={label}
          help={setBy(
            fixedBy[name],
            name === 'webhookSecret' && formerUntil
              ? `The previous secret also stays valid until ${formatDateTime(formerUntil)}.`
              : help,
          )}
          error={errors[name] && `${label} ${errors[name].message}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={name === secret && hasSecret ? 'Stored' : ''}
          readOnly={name in fixedBy}
          {...props}
          {...form.register(name, { valueAsNumber: name === 'smtpPort' })}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        {!names.every((name) => name === secret || name in fixedBy) && (
          <Button
            variant="primary"
            type="submit"
            disabled={!isDirty}
            busy={update.isPending && 'Saving...'}
          >
            Save
          </Button>
        )}
        <Button
          disabled={update.isPending || (!isReady && !isDirty)}
          busy={test.isPending && 'Sending…'}
          onClick={() => void onTest()}
        >
          Send a Test
        </Button>
        {secret === 'webhookSecret' && !fixedBy[secret] && (
          <Button
            variant="ghost"
            onClick={() => form.setValue(secret, newSecret(), { shouldDirty: true })}
          >
            Make a Secret
          </Button>
        )}
      </div>
      <Answer
        ok={test.data?.ok}
        text={
          test.data &&
          `${test.data.ok ? 'Sent. It answered:' : 'Not sent.'} ${test.data.answer}`
        }
      />
    </form>
  );
}

const PANEL = 'flex flex-col gap-4 rounded-panel border p-4';

/** Shows the result of a test and announces it to screen readers. */
const Answer = ({ ok, text }: { ok: boolean | undefined; text: string | undefined }) => (
  <p
    role="status"
    className={`wrap-anywhere empty:hidden ${ok ? 'text-approved' : 'text-failed'}`}
  >
    {text}
  </p>
);

const Head = ({
  title,
  isOn,
  words,
}: {
  title: string;
  isOn: boolean;
  words: readonly [string, string];
}) => (
  <div className="flex items-baseline justify-between gap-3">
    <h4 className="font-semibold">{title}</h4>
    <Badge dot={isOn ? 'approved' : 'neutral'} hollow={!isOn}>
      {words[isOn ? 0 : 1]}
    </Badge>
  </div>
);

const SHOWN = 'Shown. If you saw nothing, your system may be hiding it.';
const NOT_SHOWN = 'The browser could not show it.';
const PERMISSIONS = {
  granted: 'Shows notices on this device while a tab of Chime In is open.',
  default:
    'Shows notices on this device while a tab of Chime In is open. Your browser asks you first.',
  denied:
    'This browser refuses notices from Chime In. Allow them in its settings for this site.',
  unsupported: 'This browser shows no notices, or only on https and localhost.',
};

function shownText(isShown: boolean | undefined): string {
  if (isShown === undefined) return '';
  return isShown ? SHOWN : NOT_SHOWN;
}

function InBrowser() {
  const [, navigate] = useLocation();
  const [preference, setPreference] = usePreference(browserNoticesPreference);
  const [permission, setPermission] = useState(browserPermission);
  const [isShown, setIsShown] = useState<boolean>();
  const isOn = preference === 'on' && permission === 'granted';
  const turn = () =>
    isOn ? setPreference('off') : void askForBrowserNotices().then(setPermission);
  return (
    <div className={PANEL}>
      <Head title="In this browser" isOn={isOn} words={['On', 'Off']} />
      <p className="text-sm text-muted">{PERMISSIONS[permission]}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={permission === 'denied' || permission === 'unsupported'}
          onClick={turn}
        >
          {isOn ? 'Turn Off' : 'Turn On'}
        </Button>
        {isOn && (
          <Button onClick={() => void testBrowserNotice(navigate).then(setIsShown)}>
            Send a Test
          </Button>
        )}
      </div>
      <Answer ok={isShown} text={shownText(isShown)} />
    </div>
  );
}

export const NoticeChannels = ({ settings }: { settings: NoticeSettings }) => (
  <div className="grid items-start gap-4 lg:grid-cols-2">
    <div className="flex flex-col gap-4">
      <ChannelForm channel="email" settings={settings} />
      <InBrowser />
    </div>
    <div className="flex flex-col gap-4">
      <ChannelForm channel="ntfy" settings={settings} />
      <ChannelForm channel="webhook" settings={settings} />
    </div>
  </div>
);

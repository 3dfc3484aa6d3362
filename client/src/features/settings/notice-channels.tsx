import { zodResolver } from '@hookform/resolvers/zod';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { useLocation } from 'wouter';
import { z } from 'zod';
import {
  channelSchemas,
  type NoticeSettings,
  type SendingChannel,
  secretNames,
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
import { storedJson, usePreference } from '../../lib/storage.ts';
import { RestoredNotice, setBy, succeeded, useKeptForm } from './kept-form.tsx';

interface Channel {
  title: string;
  fields: readonly ({ name: string; label: string } & ComponentProps<typeof InputField>)[];
  /** What can be made here is shown while it is typed, to be copied. */
  secret: { label: string; help: string; make?: () => string };
}

const FORMS: Record<SendingChannel, Channel> = {
  email: {
    title: 'E-mail',
    fields: [
      { name: 'host', label: 'Mail server', placeholder: 'smtp.example.org' },
      { name: 'port', label: 'Port', inputMode: 'numeric', help: '465 is TLS from the start.' },
      { name: 'user', label: 'User (optional)' },
      { name: 'from', label: 'From', inputMode: 'email' },
      { name: 'to', label: 'To', inputMode: 'email' },
    ],
    secret: { label: 'Password (optional)', help: 'Never shown again. Another server or user drops it.' },
  },
  ntfy: {
    title: 'ntfy',
    fields: [
      { name: 'server', label: 'Server', inputMode: 'url' },
      { name: 'topic', label: 'Topic', help: 'On ntfy.sh whoever knows it reads it: let nobody guess it.' },
    ],
    secret: { label: 'Access token (optional)', help: 'Never shown again. Another server drops it.' },
  },
  webhook: {
    title: 'Webhook',
    fields: [{ name: 'url', label: 'Address', inputMode: 'url', help: 'Gets JSON after Standard Webhooks.' }],
    secret: {
      label: 'Signing secret',
      help: 'Copy it to the receiver: it is never shown again. A replaced one signs for another day.',
      make: () => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`,
    },
  },
};

type Values = Record<string, string | number>;
const kept = (channel: SendingChannel) =>
  storedJson<Partial<Values>>(`notices-${channel}`, z.record(z.string(), z.union([z.string(), z.number()])));
const UNSAVED = { email: kept('email'), ntfy: kept('ntfy'), webhook: kept('webhook') };

function ChannelForm({ channel, settings }: { channel: SendingChannel; settings: NoticeSettings }) {
  const { title, fields, secret } = FORMS[channel];
  const current = settings[channel];
  const { isReady, hasSecret, fixedBy } = current;
  const { form, restored, startOver, settle } = useKeptForm<Values>({
    resolver: zodResolver(channelSchemas[channel]) as unknown as Resolver<Values>,
    stored: useMemo(
      () => Object.fromEntries(fields.map(({ name }) => [name, (current as unknown as Values)[name] ?? ''])),
      [fields, current],
    ),
    unsaved: UNSAVED[channel],
  });
  const [typed, setTyped] = useState('');
  const update = useUpdateNotices();
  const test = useTestNotice();
  const isChanged = form.formState.isDirty || typed !== '';
  const isFixed = (name: string) => fixedBy[name] !== undefined;
  const former =
    channel === 'webhook' &&
    settings.formerUntil &&
    `The former secret signs too until ${formatDateTime(settings.formerUntil)}.`;
  const helpOf = (name: string, help: ReactNode) => (fixedBy[name] ? setBy(fixedBy[name]) : help);

  /** Does `next` once the server has what was typed. */
  const saveAnd = (next: () => void) =>
    form.handleSubmit(async (values) => {
      try {
        const secrets = typed && { [secretNames[channel]]: typed };
        if (isChanged) await update.mutateAsync({ [channel]: { ...values, ...secrets } });
      } catch (error) {
        return toastFailure(`Failed to save ${title}`, error);
      }
      settle(values);
      setTyped('');
      next();
    });
  const onSave = saveAnd(() => succeeded('Settings updated successfully'));
  const onTest = saveAnd(() => test.mutate(channel));

  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={(event) => void onSave(event)}
      className="flex flex-col gap-4 rounded-panel border p-4"
    >
      <Head title={title} isOn={isReady} words={['Set up', 'Not set up']} />
      {restored && <RestoredNotice onStartOver={startOver} />}
      {fields.map(({ name, help, ...field }) => {
        const message = form.formState.errors[name]?.message;
        return (
          <InputField
            key={name}
            {...field}
            help={helpOf(name, help)}
            error={message && `${field.label} ${message}`}
            readOnly={isFixed(name)}
            autoComplete="off"
            spellCheck={false}
            {...form.register(name, { valueAsNumber: field.inputMode === 'numeric' })}
          />
        );
      })}
      <InputField
        label={secret.label}
        help={helpOf('secrets', former || secret.help)}
        type={secret.make ? 'text' : 'password'}
        autoComplete="off"
        spellCheck={false}
        readOnly={isFixed('secrets')}
        placeholder={hasSecret ? 'Stored' : ''}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        {!fields.every(({ name }) => isFixed(name)) && (
          <Button variant="primary" type="submit" disabled={update.isPending || !isChanged}>
            {update.isPending ? 'Saving...' : 'Save'}
          </Button>
        )}
        <Button
          disabled={test.isPending || update.isPending || (!isReady && !isChanged)}
          onClick={() => void onTest()}
        >
          {test.isPending ? 'Sending…' : 'Send a Test'}
        </Button>
        {secret.make && !isFixed('secrets') && (
          <Button variant="ghost" onClick={() => setTyped(secret.make?.() ?? '')}>
            Make a Secret
          </Button>
        )}
      </div>
      <Answer
        ok={test.data?.ok}
        text={test.data && `${test.data.ok ? 'Sent. It answered:' : 'Not sent.'} ${test.data.answer}`}
      />
    </form>
  );
}

/** What came back, read aloud. */
const Answer = ({ ok, text }: { ok: boolean | undefined; text: string | undefined }) => (
  <p role="status" className={`wrap-anywhere empty:hidden ${ok ? 'text-approved' : 'text-failed'}`}>
    {text}
  </p>
);

function Head({ title, isOn, words }: { title: string; isOn: boolean; words: readonly [string, string] }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <h4 className="font-semibold">{title}</h4>
      <Badge tone={isOn ? 'approved' : 'neutral'} dot={isOn ? true : 'hollow'}>
        {words[isOn ? 0 : 1]}
      </Badge>
    </div>
  );
}

const SHOWN = 'Shown. If you saw nothing, your system holds it back.';
const NOT_SHOWN = 'The browser could not show it.';
const PERMISSIONS = {
  granted: 'Shows notices on this device while a tab of Chime In is open.',
  default: 'Shows notices on this device while a tab of Chime In is open. Your browser asks you first.',
  denied: 'This browser refuses notices from Chime In. Allow them in its settings for this site.',
  unsupported: 'This browser shows no notices, or only on https and localhost.',
};

function InBrowser() {
  const [, navigate] = useLocation();
  const [preference, setPreference] = usePreference(browserNoticesPreference);
  const [permission, setPermission] = useState(browserPermission);
  const [isShown, setIsShown] = useState<boolean>();
  const isOn = preference === 'on' && permission === 'granted';
  const turn = () => (isOn ? setPreference('off') : void askForBrowserNotices().then(setPermission));
  return (
    <div className="flex flex-col gap-3 rounded-panel border p-4">
      <Head title="In this browser" isOn={isOn} words={['On', 'Off']} />
      <p className="text-sm text-muted">{PERMISSIONS[permission]}</p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={permission === 'denied' || permission === 'unsupported'} onClick={turn}>
          {isOn ? 'Turn Off' : 'Turn On'}
        </Button>
        {isOn && (
          <Button onClick={() => void testBrowserNotice(navigate).then(setIsShown)}>Send a Test</Button>
        )}
      </div>
      <Answer ok={isShown} text={isShown === undefined ? '' : isShown ? SHOWN : NOT_SHOWN} />
    </div>
  );
}

export function NoticeChannels({ settings }: { settings: NoticeSettings }) {
  return (
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
}

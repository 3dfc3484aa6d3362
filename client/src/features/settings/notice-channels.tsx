import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useMemo, useState } from 'react';
import { z } from 'zod';
import type { NoticeSettings, SendingChannel, UpdateNoticeSettings } from '#shared/contracts/notices.ts';
import { toastFailure } from '../../api/http.ts';
import { useTestNotice, useUpdateNotices } from '../../api/notices.ts';
import { DateTime } from '../../components/time.tsx';
import { Badge, Button } from '../../components/ui/button.tsx';
import { InputField } from '../../components/ui/form-fields.tsx';
import {
  askForBrowserNotices,
  browserNoticesPreference,
  browserPermission,
} from '../../lib/browser-notices.ts';
import { type Stored, storedJson, usePreference } from '../../lib/storage.ts';
import { RestoredNotice, succeeded, useKeptForm } from './kept-form.tsx';

const fixedHelp = (variable: string) =>
  `Set by ${variable} in this server’s environment. To change it here, remove it there and restart.`;

interface TextField {
  name: string;
  label: string;
  help?: string;
  placeholder?: string;
  inputMode?: 'url' | 'email' | 'numeric';
  fixedBy: string | null;
}

interface Secret {
  label: string;
  help: ReactNode;
  isStored: boolean;
  /** Makes a new one, which is shown while it is typed, to be copied. */
  make?: () => string;
}

interface ChannelFormProps {
  channel: SendingChannel;
  title: string;
  isReady: boolean;
  fields: readonly TextField[];
  secret: Secret & { fixedBy: string | null };
  stored: Record<string, string>;
  unsaved: Stored<Partial<Record<string, string>>>;
  /** `secret` is undefined where none was typed: the stored one stays. */
  toChange(values: Record<string, string>, secret: string | undefined): UpdateNoticeSettings;
}

const resolver = zodResolver(z.record(z.string(), z.string()));

/** The server says in words what is wrong with a field. */
function ChannelForm(props: ChannelFormProps) {
  const { channel, title, isReady, fields, secret, stored, unsaved, toChange } = props;
  const { form, restored, startOver, settle } = useKeptForm<Record<string, string>>({
    resolver,
    stored,
    unsaved: unsaved as Stored<Partial<Record<string, string>>>,
  });
  const [typed, setTyped] = useState('');
  const [isMade, setIsMade] = useState(false);
  const update = useUpdateNotices();
  const test = useTestNotice();
  const isFixed = fields.every(({ fixedBy }) => fixedBy !== null);
  const isChanged = form.formState.isDirty || typed !== '';

  async function save(values: Record<string, string>): Promise<boolean> {
    try {
      await update.mutateAsync(toChange(values, typed === '' ? undefined : typed));
    } catch (error) {
      toastFailure(`Failed to save ${title}`, error);
      return false;
    }
    settle(values);
    setTyped('');
    setIsMade(false);
    return true;
  }
  const onSave = form.handleSubmit(async (values) => {
    if (await save(values)) succeeded('Settings updated successfully');
  });
  const onTest = form.handleSubmit(async (values) => {
    if (isChanged && !(await save(values))) return;
    test.mutate(channel, { onError: (error) => toastFailure('Failed to send a test', error) });
  });

  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={(event) => void onSave(event)}
      className="flex flex-col gap-4 rounded-panel border p-4"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h4 className="font-semibold">{title}</h4>
        <Badge tone={isReady ? 'approved' : 'neutral'} dot={isReady ? true : 'hollow'}>
          {isReady ? 'Set up' : 'Not set up'}
        </Badge>
      </div>
      {restored && <RestoredNotice onStartOver={startOver} />}
      {fields.map(({ name, fixedBy, help, ...field }) => (
        <InputField
          key={name}
          {...field}
          help={fixedBy ? fixedHelp(fixedBy) : help}
          readOnly={fixedBy !== null}
          autoComplete="off"
          spellCheck={false}
          {...form.register(name)}
        />
      ))}
      <InputField
        label={secret.label}
        help={secret.fixedBy ? fixedHelp(secret.fixedBy) : secret.help}
        type={isMade ? 'text' : 'password'}
        autoComplete="off"
        spellCheck={false}
        readOnly={secret.fixedBy !== null}
        placeholder={secret.isStored ? 'Stored' : ''}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        {!isFixed && (
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
        {secret.make && !secret.fixedBy && (
          <Button
            variant="ghost"
            onClick={() => {
              setTyped(secret.make?.() ?? '');
              setIsMade(true);
            }}
          >
            Make a Secret
          </Button>
        )}
      </div>
      <div role="status" className="empty:hidden">
        {test.data && (
          <p className={`wrap-anywhere ${test.data.ok ? 'text-approved' : 'text-failed'}`}>
            {test.data.ok ? 'Sent. It answered: ' : 'Not sent. '}
            {test.data.answer}
          </p>
        )}
      </div>
    </form>
  );
}

const kept = (name: string) =>
  storedJson<Partial<Record<string, string>>>(`notices-${name}`, z.record(z.string(), z.string()));
const unsavedEmail = kept('email');
const unsavedNtfy = kept('ntfy');
const unsavedWebhook = kept('webhook');

const text = (values: Record<string, string>, name: string) => values[name]?.trim() ?? '';

function Email({ settings }: { settings: NoticeSettings }) {
  const { email, fixedBy, ready } = settings;
  const { host, port, user, from, to } = email;
  const stored = useMemo(() => ({ host, port: String(port), user, from, to }), [host, port, user, from, to]);
  return (
    <ChannelForm
      channel="email"
      title="E-mail"
      isReady={ready.includes('email')}
      stored={stored}
      unsaved={unsavedEmail}
      fields={[
        { name: 'host', label: 'Mail server', placeholder: 'smtp.example.org', fixedBy: fixedBy.smtp },
        {
          name: 'port',
          label: 'Port',
          inputMode: 'numeric',
          help: '587 begins in plain text and switches to TLS, 465 is TLS from the start.',
          fixedBy: fixedBy.smtp,
        },
        { name: 'user', label: 'User (optional)', fixedBy: fixedBy.smtp },
        { name: 'from', label: 'From', inputMode: 'email', fixedBy: fixedBy.from },
        { name: 'to', label: 'To', inputMode: 'email', fixedBy: fixedBy.to },
      ]}
      secret={{
        label: 'Password (optional)',
        help: 'Stored encrypted and never shown again. Another server or user drops it.',
        isStored: email.hasPassword,
        fixedBy: fixedBy.smtp,
      }}
      toChange={(values, password) => ({
        email: {
          host: text(values, 'host'),
          port: Number(text(values, 'port')) || 0,
          user: text(values, 'user'),
          from: text(values, 'from'),
          to: text(values, 'to'),
          ...(password !== undefined && { password }),
        },
      })}
    />
  );
}

function Ntfy({ settings }: { settings: NoticeSettings }) {
  const { ntfy, fixedBy, ready } = settings;
  const { server, topic } = ntfy;
  const stored = useMemo(() => ({ server, topic }), [server, topic]);
  return (
    <ChannelForm
      channel="ntfy"
      title="ntfy"
      isReady={ready.includes('ntfy')}
      stored={stored}
      unsaved={unsavedNtfy}
      fields={[
        { name: 'server', label: 'Server', inputMode: 'url', fixedBy: fixedBy.ntfy },
        {
          name: 'topic',
          label: 'Topic',
          help: 'On ntfy.sh everybody who knows the topic can read it: choose one that nobody guesses.',
          fixedBy: fixedBy.ntfy,
        },
      ]}
      secret={{
        label: 'Access token (optional)',
        help: 'Stored encrypted and never shown again. Another server drops it.',
        isStored: ntfy.hasToken,
        fixedBy: fixedBy.ntfy,
      }}
      toChange={(values, token) => ({
        ntfy: {
          server: text(values, 'server'),
          topic: text(values, 'topic'),
          ...(token !== undefined && { token }),
        },
      })}
    />
  );
}

const newSecret = () => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`;

function Hook({ settings }: { settings: NoticeSettings }) {
  const { webhook, fixedBy, ready } = settings;
  const stored = useMemo(() => ({ url: webhook.url }), [webhook.url]);
  return (
    <ChannelForm
      channel="webhook"
      title="Webhook"
      isReady={ready.includes('webhook')}
      stored={stored}
      unsaved={unsavedWebhook}
      fields={[
        {
          name: 'url',
          label: 'Address',
          inputMode: 'url',
          help: 'Gets JSON after the Standard Webhooks specification.',
          fixedBy: fixedBy.webhook,
        },
      ]}
      secret={{
        label: 'Signing secret',
        help: webhook.formerUntil ? (
          <>
            The former secret signs too until <DateTime iso={webhook.formerUntil} />.
          </>
        ) : (
          'Signs each notice. Copy it to the receiver before you save: it is never shown again. A replaced one signs for another day.'
        ),
        isStored: webhook.hasSecret,
        fixedBy: fixedBy.webhook,
        make: newSecret,
      }}
      toChange={(values, secret) => ({
        webhook: { url: text(values, 'url'), ...(secret !== undefined && { secret }) },
      })}
    />
  );
}

function InBrowser() {
  const [preference, setPreference] = usePreference(browserNoticesPreference);
  const [permission, setPermission] = useState(browserPermission);
  const isOn = preference === 'on' && permission === 'granted';
  const words = {
    granted: 'Shows notices on this device while a tab of Chime In is open.',
    default: 'Shows notices on this device while a tab of Chime In is open. Your browser asks you first.',
    denied: 'This browser refuses notices from Chime In. Allow them in its settings for this site.',
    unsupported: 'This browser shows no notices, or only on https and localhost.',
  };
  return (
    <div className="flex flex-col gap-3 rounded-panel border p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h4 className="font-semibold">In this browser</h4>
        <Badge tone={isOn ? 'approved' : 'neutral'} dot={isOn ? true : 'hollow'}>
          {isOn ? 'On' : 'Off'}
        </Badge>
      </div>
      <p className="text-sm text-muted">{words[permission]}</p>
      {isOn ? (
        <Button className="self-start" onClick={() => setPreference('off')}>
          Turn Off
        </Button>
      ) : (
        <Button
          className="self-start"
          disabled={permission === 'denied' || permission === 'unsupported'}
          onClick={() => void askForBrowserNotices().then(setPermission)}
        >
          Turn On
        </Button>
      )}
    </div>
  );
}

export function NoticeChannels({ settings }: { settings: NoticeSettings }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex flex-col gap-4">
        <Email settings={settings} />
        <InBrowser />
      </div>
      <div className="flex flex-col gap-4">
        <Ntfy settings={settings} />
        <Hook settings={settings} />
      </div>
    </div>
  );
}

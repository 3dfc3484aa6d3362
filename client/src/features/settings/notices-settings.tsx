import { type FormEvent, useState } from 'react';
import {
  type Notice,
  type NoticeSettings,
  noticeChannels,
  type UpdateNoticeSettings,
} from '#shared/contracts/notices.ts';
import {
  noticeSettingsQuery,
  noticesQuery,
  tokensQuery,
  useCreateToken,
  useRemoveToken,
  useUpdateNotices,
} from '../../api/notices.ts';
import { DateTime, When } from '../../components/time.tsx';
import { Button, StateDot } from '../../components/ui/button.tsx';
import {
  Checkbox,
  CheckboxField,
  InputField,
  SelectField,
  SwitchField,
} from '../../components/ui/form-fields.tsx';
import { formatTime, formatWeekdayName } from '../../lib/formats.ts';
import { failed, Loaded, SettingsSection } from './kept-form.tsx';
import { CHANNEL_NAMES, NoticeChannels } from './notice-channels.tsx';

/** Every change is saved at once. */
interface Saved {
  settings: NoticeSettings;
  isPending: boolean;
  change: (body: UpdateNoticeSettings) => void;
}

const toggled = <Item,>(items: readonly Item[], item: Item, isOn: boolean): Item[] =>
  isOn ? [...items, item] : items.filter((each) => each !== item);

const Kinds = ({ settings: { kinds, routes }, change, isPending }: Saved) => (
  <table className="w-full max-w-(--measure-wide) text-left">
    <thead>
      <tr className="text-xs text-muted">
        <th scope="col" className="py-2 pr-2 font-medium">
          What
        </th>
        {noticeChannels.map((channel) => (
          <th
            key={channel}
            scope="col"
            className="w-16 py-2 text-center font-medium max-sm:w-13"
          >
            {CHANNEL_NAMES[channel]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {kinds.map(({ kind, label, when }) => (
        <tr key={kind} className="border-t align-top">
          <th scope="row" className="py-2.5 pr-2 font-normal">
            <span className="block font-medium">{label}</span>
            <span className="block text-sm text-muted">{when}</span>
          </th>
          {noticeChannels.map((channel) => (
            <td key={channel} className="py-3 text-center">
              <Checkbox
                aria-label={`${label}: ${CHANNEL_NAMES[channel]}`}
                checked={routes[kind].includes(channel)}
                disabled={isPending}
                onCheckedChange={(on) =>
                  change({ routes: { [kind]: toggled(routes[kind], channel, on) } })
                }
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const HOURS = [...Array(24).keys()].map(
  (hour) => [hour, formatTime(new Date(2026, 0, 1, hour).getTime())] as const,
);
/** Weekdays from Monday on. February 1, 2026 is a Sunday, so day n of the week is February n + 1. */
const DAYS = [1, 2, 3, 4, 5, 6, 0].map(
  (day) => [day, formatWeekdayName(`2026-02-0${day + 1}`)] as const,
);

function Times({ settings, change, isPending }: Saved) {
  const toggle = (
    name: 'quietOn' | 'withWords' | 'letterOn',
    label: string,
    help: string,
  ) => (
    <SwitchField
      label={label}
      help={help}
      checked={settings[name]}
      disabled={isPending}
      onCheckedChange={(on) => change({ [name]: on })}
    />
  );
  const hour = (name: 'quietFrom' | 'quietTo' | 'letterHour', label: string) => (
    <SelectField
      label={label}
      options={HOURS}
      value={settings[name]}
      disabled={isPending}
      onValueChange={(value) => change({ [name]: Number(value) })}
    />
  );
  const { quietOn, letterOn, letterDays } = settings;
  return (
    <div className="flex max-w-measure flex-col gap-5">
      {toggle(
        'quietOn',
        'Quiet hours',
        'Notices wait until the quiet hours end. Only a pause is told at once while a comment is due within the hour.',
      )}
      {quietOn && (
        <div className="grid grid-cols-2 gap-3 pl-10">
          {hour('quietFrom', 'From')}
          {hour('quietTo', 'To')}
        </div>
      )}
      {toggle(
        'withWords',
        'Quote the texts',
        'Notices quote your comments and people’s replies. When off, they only name the video.',
      )}
      {toggle(
        'letterOn',
        'Morning letter',
        'What was posted yesterday, what goes out today, and what waits for you.',
      )}
      {letterOn && (
        <div className="flex flex-col gap-3 pl-10">
          {hour('letterHour', 'At')}
          <fieldset className="flex flex-wrap gap-x-4 gap-y-2">
            <legend className="sr-only">Days of the letter</legend>
            {DAYS.map(([day, name]) => (
              <CheckboxField
                key={day}
                label={name}
                checked={letterDays.includes(day)}
                disabled={isPending}
                onCheckedChange={(on) =>
                  change({ letterDays: toggled(letterDays, day, on) })
                }
              />
            ))}
          </fieldset>
        </div>
      )}
    </div>
  );
}

const STATES = {
  sent: ['approved', 'Sent'],
  waiting: ['neutral', 'Waiting'],
  failing: ['pending', 'Trying again'],
  given_up: ['failed', 'Given up'],
} as const;

function LastSent({ notices }: { notices: readonly Notice[] }) {
  const sent = notices.filter(({ toldAt }) => toldAt !== null).slice(0, 20);
  if (sent.length === 0) return <p className="text-muted">Nothing has been sent yet.</p>;
  return (
    <ul className="max-w-(--measure-wide)">
      {sent.map(({ id, title, at, deliveries }) => (
        <li key={id} className="flex flex-col gap-1 border-t py-2.5 first:border-0">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium wrap-anywhere">{title}</span>
            <span className="text-sm text-muted">
              <DateTime iso={at} />
            </span>
          </p>
          <ul className="flex flex-col gap-0.5 text-sm">
            {deliveries.length === 0 && <li className="text-muted">On the page only</li>}
            {deliveries.map(({ channel, state, answer, nextTryAt, attempts }) => (
              <li key={channel} className="flex items-baseline gap-2">
                <StateDot tone={STATES[state][0]} />
                <span className="min-w-0 wrap-anywhere">
                  {CHANNEL_NAMES[channel]}: {STATES[state][1]}
                  {state === 'given_up' &&
                    ` after ${attempts === 1 ? 'one try' : `${attempts} tries`}`}
                  {nextTryAt && ' '}
                  {nextTryAt && <When iso={nextTryAt} />}
                  {answer && <span className="text-muted"> · {answer}</span>}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Tokens() {
  const [name, setName] = useState('');
  const create = useCreateToken();
  const remove = useRemoveToken();
  const onCreate = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(name, { onSuccess: () => setName('') });
  };
  return (
    <div className="flex max-w-measure flex-col gap-4">
      <form
        onSubmit={onCreate}
        className="flex items-end gap-2 *:first:min-w-0 *:first:flex-1"
      >
        <InputField
          label="Name of a new token"
          placeholder="Uptime monitor"
          maxLength={100}
          value={name}
          onValueChange={setName}
        />
        <Button type="submit" disabled={create.isPending || name.trim() === ''}>
          Make a Token
        </Button>
      </form>
      <div role="status" className="empty:hidden">
        {create.data && (
          <p className="rounded-control bg-sunken p-3">
            Copy the token “{create.data.name}” now; it is shown only once.
            <code className="mt-1.5 block font-mono text-sm break-all select-all">
              {create.data.token}
            </code>
          </p>
        )}
      </div>
      <Loaded query={tokensQuery} what="the tokens" lines={1}>
        {(all) => (
          <ul className="empty:hidden">
            {all.map((token) => (
              <li
                key={token.id}
                className="flex items-center gap-3 border-t py-2 first:border-0"
              >
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {token.name}{' '}
                  <span className="text-sm text-muted">
                    since <DateTime iso={token.createdAt} format="date" />
                  </span>
                </span>
                <Button
                  variant="danger"
                  aria-label={`Delete the token ${token.name}`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(token.id)}
                >
                  Delete
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

function Notices({ settings }: { settings: NoticeSettings }) {
  const { mutate, isPending } = useUpdateNotices();
  const onError = (error: Error) => failed(error, 'Failed to update settings');
  const saved = {
    settings,
    isPending,
    change: (body: UpdateNoticeSettings) => mutate(body, { onError }),
  };
  return (
    <>
      <SettingsSection
        title="Where"
        help="You’re notified once of anything that needs your attention. Everything that is sent is also listed under the bell."
      >
        <NoticeChannels settings={settings} />
      </SettingsSection>
      <SettingsSection
        title="What goes where"
        help="A channel that is not set up is left out."
      >
        <Kinds {...saved} />
      </SettingsSection>
      <SettingsSection title="When and how" help="Times are those of your time zone.">
        <Times {...saved} />
      </SettingsSection>
      <SettingsSection
        title="Last sent"
        help="The last twenty notices and what became of them."
      >
        <Loaded query={noticesQuery} what="the notices" lines={3}>
          {(all) => <LastSent notices={all} />}
        </Loaded>
      </SettingsSection>
      <SettingsSection
        title="For machines"
        help="Uptime monitors read /api/status, Prometheus reads /metrics, each with a token that can do nothing else."
      >
        <Tokens />
      </SettingsSection>
    </>
  );
}

export const NoticesSettings = () => (
  <div className="flex flex-col gap-8 [&>section:first-of-type]:border-0 [&>section:first-of-type]:pt-0">
    <h2 className="sr-only">Notices</h2>
    <Loaded query={noticeSettingsQuery} what="the notice settings" lines={6}>
      {(data) => <Notices settings={data} />}
    </Loaded>
  </div>
);

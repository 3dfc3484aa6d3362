import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Notice, NoticeChannel, NoticeDelivery } from '#shared/contracts/notices.ts';
import { toastFailure } from '../../api/http.ts';
import { tokensQuery, useCreateToken, useRemoveToken } from '../../api/notices.ts';
import { DateTime, When } from '../../components/time.tsx';
import { Button, StateDot } from '../../components/ui/button.tsx';
import { InputField } from '../../components/ui/form-fields.tsx';
import { Loaded } from './voice-section.tsx';

export const CHANNELS: Record<NoticeChannel, string> = {
  email: 'E-mail',
  ntfy: 'ntfy',
  webhook: 'Webhook',
  browser: 'Browser',
};

const STATES = {
  sent: ['approved', 'Sent'],
  waiting: ['neutral', 'Waiting'],
  failing: ['pending', 'Trying again'],
  given_up: ['failed', 'Given up'],
} as const;

function Delivery({ channel, state, answer, nextTryAt, attempts }: NoticeDelivery) {
  const [tone, word] = STATES[state];
  return (
    <li className="flex items-baseline gap-2 text-sm">
      <StateDot tone={tone} />
      <span className="min-w-0 wrap-anywhere">
        {CHANNELS[channel]}: {word}
        {state === 'given_up' && ` after ${attempts} tries`}
        {nextTryAt && ' '}
        {nextTryAt && <When iso={nextTryAt} />}
        {answer && <span className="text-muted"> · {answer}</span>}
      </span>
    </li>
  );
}

const SHOWN = 20;

export function LastSent({ notices }: { notices: readonly Notice[] }) {
  const sent = notices.filter(({ toldAt }) => toldAt !== null).slice(0, SHOWN);
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
          <ul className="flex flex-col gap-0.5">
            {deliveries.length === 0 && <li className="text-sm text-muted">On the page only</li>}
            {deliveries.map((delivery) => (
              <Delivery key={delivery.channel} {...delivery} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

export function Tokens() {
  const tokens = useQuery(tokensQuery);
  const [name, setName] = useState('');
  const create = useCreateToken();
  const remove = useRemoveToken();
  const onCreate = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(name, {
      onSuccess: () => setName(''),
      onError: (error) => toastFailure('Failed to make a token', error),
    });
  };
  const onRemove = (id: number) =>
    remove.mutate(id, { onError: (error) => toastFailure('Failed to delete the token', error) });
  return (
    <div className="flex max-w-measure flex-col gap-4">
      <form onSubmit={onCreate} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <InputField
            label="Name of a new token"
            placeholder="Uptime monitor"
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <Button type="submit" disabled={create.isPending || name.trim() === ''}>
          Make a Token
        </Button>
      </form>
      <div role="status" className="empty:hidden">
        {create.data && (
          <p className="rounded-control bg-sunken p-3">
            Copy the token “{create.data.name}” now; it is shown only once.
            <code className="mt-1.5 block font-mono text-sm break-all select-all">{create.data.token}</code>
          </p>
        )}
      </div>
      <Loaded query={tokens} what="the tokens" lines={1}>
        {(all) => (
          <ul className="empty:hidden">
            {all.map((token) => (
              <li key={token.id} className="flex items-center gap-3 border-t py-2 first:border-0">
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
                  onClick={() => onRemove(token.id)}
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

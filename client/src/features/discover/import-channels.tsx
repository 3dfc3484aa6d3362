import { useQuery } from '@tanstack/react-query';
import { ListPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ImportedChannels, Subscription } from '#shared/contracts/following.ts';
import { subscriptionsQuery, useImport } from '../../api/following.ts';
import { errorText, toastFailure } from '../../api/http.ts';
import { ErrorState } from '../../components/page.tsx';
import { Avatar } from '../../components/pictures.tsx';
import { Badge, Button, Skeleton } from '../../components/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '../../components/ui/dialog.tsx';
import { Input } from '../../components/ui/fields.tsx';
import { Checkbox } from '../../components/ui/form-fields.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';
import { toast } from '../../lib/toast.ts';

function importedWords({ followed, already, unknown }: ImportedChannels): string {
  const more = [
    already > 0 && `${formatNumber(already)} followed already`,
    unknown > 0 && `${formatNumber(unknown)} not on YouTube any more`,
  ].filter(Boolean);
  return [`${counted(followed, 'channel')} followed`, ...more].join(', ');
}

function SubscriptionList({ listed, onDone }: { listed: readonly Subscription[]; onDone: () => void }) {
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const bring = useImport();
  const shown = listed.filter(({ title }) => title.toLowerCase().includes(words.trim().toLowerCase()));
  const open = shown.filter(({ followed }) => !followed);
  const isAll = open.length > 0 && open.every(({ channelId }) => chosen.has(channelId));
  const toggle = (ids: readonly string[], isOn: boolean) =>
    setChosen(
      (before) => new Set(isOn ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))),
    );
  const done = (result: ImportedChannels) => {
    toast({ title: 'Channels Imported', description: importedWords(result) });
    onDone();
  };
  const onError = (error: Error) => toastFailure('Import Failed', error);
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-(--dialog-gutter) py-4">
        <Input
          aria-label="Filter subscriptions"
          placeholder="Filter by name"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className="shrink-0"
        />
        <div className="flex items-center gap-3 text-sm">
          <Checkbox
            aria-label="Choose all"
            checked={isAll}
            onCheckedChange={() =>
              toggle(
                open.map(({ channelId }) => channelId),
                !isAll,
              )
            }
          />
          <span>All {formatNumber(open.length)} that you do not follow yet, newest first</span>
        </div>
        <ul className="flex flex-col">
          {shown.map(({ channelId, title, thumbnailUrl, followed }) => (
            <li key={channelId} className="flex items-center gap-3 border-t border-line py-2">
              <Checkbox
                aria-label={`Choose ${title}`}
                checked={followed || chosen.has(channelId)}
                disabled={followed}
                onCheckedChange={() => toggle([channelId], !chosen.has(channelId))}
              />
              <Avatar name={title} picture={thumbnailUrl} small />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {title}
              </span>
              {followed && <Badge>Following</Badge>}
            </li>
          ))}
        </ul>
      </div>
      <DialogFooter>
        <Button
          variant="primary"
          disabled={chosen.size === 0 || bring.isPending}
          onClick={() => bring.mutate({ channelIds: [...chosen] }, { onSuccess: done, onError })}
        >
          {bring.isPending ? 'Following...' : `Follow ${counted(chosen.size, 'Channel')}`}
        </Button>
      </DialogFooter>
    </>
  );
}

/** One's subscriptions on YouTube, to tick. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(subscriptionsQuery);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Import Your Subscriptions"
        description="Choose whose new videos you want to see."
        flush
      >
        {query.isPending ? (
          <Skeleton className="m-5 h-60" />
        ) : query.isError ? (
          <div className="p-5">
            <ErrorState title="Your subscriptions could not be loaded" onRetry={() => void query.refetch()}>
              {errorText(query.error, 'YouTube did not tell them.')} A Takeout’s subscriptions.csv can be
              brought instead.
            </ErrorState>
          </div>
        ) : (
          <SubscriptionList listed={query.data} onDone={onClose} />
        )}
      </DialogContent>
    </Dialog>
  );
}

/** Brings a Takeout's subscriptions.csv. */
export function FileButton() {
  const input = useRef<HTMLInputElement>(null);
  const bring = useImport();
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="Takeout’s subscriptions.csv"
        className="hidden"
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (!file) return;
          bring.mutate(
            { file },
            {
              onSuccess: (result) =>
                toast({ title: 'Channels Imported', description: importedWords(result) }),
              onError: (error) => toastFailure('Import Failed', error),
            },
          );
        }}
      />
      <Button variant="ghost" disabled={bring.isPending} onClick={() => input.current?.click()}>
        <ListPlus aria-hidden />
        {bring.isPending ? 'Reading...' : 'Bring a Takeout File'}
      </Button>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { ImportedChannels, Subscription } from '#shared/contracts/following.ts';
import { subscriptionsQuery, useImport } from '../../api/following.ts';
import { errorText, toastFailure } from '../../api/http.ts';
import { ErrorState } from '../../components/page.tsx';
import { Avatar } from '../../components/pictures.tsx';
import { Badge, Button, Skeleton } from '../../components/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '../../components/ui/dialog.tsx';
import { Input } from '../../components/ui/fields.tsx';
import { Checkbox, FileButton } from '../../components/ui/form-fields.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';
import { toast } from '../../lib/toast.ts';

export const failing = (title: string) => ({ onError: (error: Error) => toastFailure(title, error) });

/** Keeps the items whose names hold the typed words. */
export function useNameFilter<Item>(items: readonly Item[], read: (item: Item) => string) {
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const field: ComponentProps<typeof Input> = {
    placeholder: 'Filter by name',
    value: words,
    onChange: ({ target }) => setWords(target.value),
  };
  return { field, shown: items.filter((item) => read(item).toLowerCase().includes(wanted)) };
}

const imported = {
  onSuccess({ followed, already, unknown }: ImportedChannels) {
    const parts = [
      `${counted(followed, 'channel')} followed`,
      already > 0 && `${formatNumber(already)} followed already`,
      unknown > 0 && `${formatNumber(unknown)} not on YouTube any more`,
    ];
    toast({ title: 'Channels Imported', description: parts.filter(Boolean).join(', ') });
  },
  ...failing('Import Failed'),
};

function SubscriptionList({ listed, onDone }: { listed: readonly Subscription[]; onDone: () => void }) {
  const { field, shown } = useNameFilter(listed, ({ title }) => title);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const bring = useImport();
  const open = shown.flatMap(({ followed, channelId }) => (followed ? [] : channelId));
  const isAll = open.length > 0 && open.every((id) => chosen.has(id));
  const toggle = (ids: readonly string[], isOn: boolean) =>
    setChosen(new Set(isOn ? [...chosen, ...ids] : [...chosen].filter((id) => !ids.includes(id))));
  const follow = () =>
    bring.mutateAsync({ body: { channelIds: [...chosen] } }).then((counts) => {
      imported.onSuccess(counts);
      onDone();
    }, imported.onError);
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-(--dialog-gutter) py-4">
        <Input aria-label="Filter subscriptions" {...field} className="shrink-0" />
        <div className="flex items-center gap-3 text-sm">
          <Checkbox aria-label="Choose all" checked={isAll} onCheckedChange={() => toggle(open, !isAll)} />
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
          onClick={() => void follow()}
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
export function TakeoutButton() {
  const bring = useImport();
  return (
    <FileButton
      variant="ghost"
      accept=".csv,text/csv"
      label="Takeout’s subscriptions.csv"
      disabled={bring.isPending}
      onFile={(csv) => bring.mutateAsync({ csv }).then(imported.onSuccess, imported.onError)}
    >
      {bring.isPending ? 'Reading...' : 'Bring a Takeout File'}
    </FileButton>
  );
}

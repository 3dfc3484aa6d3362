import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { ImportedChannels } from '#shared/contracts/following.ts';
import { subscriptionsQuery, useImport } from '../../api/following.ts';
import { toastFailure } from '../../api/http.ts';
import { QueryError } from '../../components/page.tsx';
import { Avatar } from '../../components/pictures.tsx';
import { Badge, Button, Input, Skeleton } from '../../components/ui/button.tsx';
import { Dialog, DialogFooter } from '../../components/ui/dialog.tsx';
import { Checkbox } from '../../components/ui/form-fields.tsx';
import { classNames } from '../../lib/browser.ts';
import { counted, formatNumber } from '../../lib/formats.ts';
import { toast } from '../../lib/toast.ts';

export const failed = (title: string) => (error: Error) => toastFailure(title, error);

export function useNameFilter<Item>(
  items: readonly Item[],
  read: (item: Item) => string,
) {
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const field: ComponentProps<typeof Input> = {
    placeholder: 'Filter by name',
    value: words,
    onValueChange: setWords,
  };
  return {
    field,
    shown: items.filter((item) => read(item).toLowerCase().includes(wanted)),
  };
}

export function toastImported({ followed, already, unknown }: ImportedChannels): void {
  const parts = [
    `${counted(followed, 'channel')} followed`,
    already > 0 && `${formatNumber(already)} followed already`,
    unknown > 0 && `${formatNumber(unknown)} not on YouTube any more`,
  ];
  toast({ title: 'Channels Imported', description: parts.filter(Boolean).join(', ') });
}

/** Lists the user's subscriptions on YouTube, to choose channels from. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(subscriptionsQuery);
  const { data = [], isPending, error } = query;
  const { field, shown } = useNameFilter(data, ({ title }) => title);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const bring = useImport();
  const open = shown.flatMap(({ followed, channelId }) => (followed ? [] : channelId));
  const isAll = open.length > 0 && open.every((id) => chosen.has(id));
  const toggle = (ids: readonly string[], isOn: boolean) =>
    setChosen(
      new Set(isOn ? [...chosen, ...ids] : [...chosen].filter((id) => !ids.includes(id))),
    );
  const follow = () =>
    bring.mutateAsync({ channelIds: [...chosen] }).then((counts) => {
      toastImported(counts);
      onClose();
    }, failed('Import Failed'));
  const list = (
    <>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-(--dialog-gutter) py-4">
        <Input aria-label="Filter subscriptions" {...field} className="shrink-0" />
        <label
          htmlFor="choose-all"
          className="flex cursor-pointer items-center gap-3 py-1 text-sm"
        >
          <Checkbox
            id="choose-all"
            aria-label="Choose all"
            checked={isAll}
            onCheckedChange={() => toggle(open, !isAll)}
          />
          <span>
            All {formatNumber(open.length)} that you do not follow yet, newest first
          </span>
        </label>
        <ul className="flex flex-col">
          {shown.map(({ channelId, title, thumbnailUrl, followed }) => (
            <li key={channelId} className="border-t border-line">
              <label
                htmlFor={`choose-${channelId}`}
                className={classNames(
                  'flex items-center gap-3 py-2',
                  !followed && 'cursor-pointer hover:bg-hover',
                )}
              >
                <Checkbox
                  id={`choose-${channelId}`}
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
              </label>
            </li>
          ))}
        </ul>
      </div>
      <DialogFooter>
        <Button
          variant="primary"
          disabled={chosen.size === 0}
          busy={bring.isPending && 'Following...'}
          onClick={() => void follow()}
        >
          Follow {counted(chosen.size, 'Channel')}
        </Button>
      </DialogFooter>
    </>
  );
  return (
    <Dialog
      onClose={onClose}
      title="Import Your Subscriptions"
      description="Choose whose new videos you want to see."
      flush
    >
      {isPending && <Skeleton className="m-5 h-60" />}
      {error && (
        <div className="p-5">
          <QueryError
            title="Your subscriptions could not be loaded"
            query={query}
            fallback="YouTube did not send them."
            also="You can import subscriptions.csv from a Google Takeout instead."
          />
        </div>
      )}
      {!isPending && !error && list}
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Download, ListPlus, Rss, Search, Volume2, VolumeX, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { FollowedChannel, StandingSearch } from '#shared/contracts/following.ts';
import {
  channelsQuery,
  standingSearchesQuery,
  useEndSearch,
  useFollow,
  useImport,
  useMute,
  useUnfollow,
} from '../../api/following.ts';
import { EmptyState, PageBody, PageHeader, QueryError } from '../../components/page.tsx';
import { Avatar } from '../../components/pictures.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { SampleOffer } from '../../components/sample-offer.tsx';
import { When } from '../../components/time.tsx';
import {
  Badge,
  Button,
  ButtonLink,
  buttonClasses,
  Input,
  OutLink,
  Skeleton,
} from '../../components/ui/button.tsx';
import { FileButton } from '../../components/ui/form-fields.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';
import { toast } from '../../lib/toast.ts';
import { failed, ImportDialog, toastImported, useNameFilter } from './import-dialog.tsx';

const nameOf = ({ title, channelId }: Pick<FollowedChannel, 'title' | 'channelId'>) =>
  title ?? channelId;

function FollowField() {
  const [address, setAddress] = useState('');
  const add = useFollow();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(address, {
      onSuccess: (channel) => {
        setAddress('');
        toast({ title: 'Channel Followed', description: nameOf(channel) });
      },
      onError: failed('Failed to follow the channel'),
    });
  };
  return (
    <form
      aria-label="Follow a channel"
      onSubmit={submit}
      className="flex max-w-160 gap-2"
    >
      <Input
        aria-label="Channel"
        placeholder="A channel’s address, @handle, or a link to a video"
        value={address}
        maxLength={500}
        onValueChange={setAddress}
      />
      <Button
        type="submit"
        disabled={address.trim() === ''}
        busy={add.isPending && 'Following...'}
      >
        Follow
      </Button>
    </form>
  );
}

function ChannelRow({ channel }: { channel: FollowedChannel }) {
  const mute = useMute();
  const unfollow = useUnfollow();
  const again = useFollow();
  const name = nameOf(channel);
  const { id, channelId, muted, trouble, readAt, lastVideoAt } = channel;
  const hours = counted(Math.round(channel.everyHours * 10) / 10, 'hour').replace(
    /^1 /,
    '',
  );
  // Awaits the mutations: handlers of `mutate` would not run, because the row is gone by
  // then.
  const followAgain = async () => {
    const back = await again.mutateAsync(channelId);
    if (muted) await mute.mutateAsync({ id: back.id, muted });
  };
  const onAction = () => void followAgain().catch(failed('Failed to follow it again'));
  const leave = () =>
    void unfollow.mutateAsync(id).then(
      () =>
        toast({
          title: 'Unfollowed',
          subject: name,
          action: { label: 'Undo', onAction },
        }),
      failed('Failed to unfollow'),
    );
  return (
    <li className="flex items-center gap-3 border-t border-line py-2.5 max-sm:flex-wrap">
      <Avatar name={name} picture={channel.thumbnailUrl} />
      <div className="min-w-0 flex-1 basis-48">
        <p dir="auto" className="flex flex-wrap items-center gap-x-2 font-medium">
          <OutLink
            href={`https://www.youtube.com/channel/${channelId}`}
            className="hover:underline hover:underline-offset-2"
          >
            {name}
          </OutLink>
          {muted && <Badge>Muted</Badge>}
        </p>
        <p className="text-sm text-muted tabular-nums">
          {counted(channel.videosLast30Days, 'video')} in 30 days ·{' '}
          {formatNumber(channel.commented)} commented
          {lastVideoAt && ' · latest '}
          {lastVideoAt && <RelativeTime iso={lastVideoAt} />}
          {!muted && !trouble && ` · checked about every ${hours}`}
        </p>
        {trouble && (
          <p className="text-sm text-failed">
            {readAt ? 'Not checked since ' : 'Not checked yet'}
            {readAt && <When iso={readAt} />}: {trouble}
          </p>
        )}
      </div>
      <div className="flex gap-1 max-sm:ml-auto">
        <Button
          variant="ghost"
          aria-label={`${muted ? 'Unmute' : 'Mute'} ${name}`}
          disabled={mute.isPending}
          onClick={() =>
            mute.mutate(
              { id, muted: !muted },
              { onError: failed('Failed to change the channel') },
            )
          }
          className="px-2"
        >
          {muted ? <Volume2 /> : <VolumeX />}
          {muted ? 'Unmute' : 'Mute'}
        </Button>
        <Button
          variant="ghost"
          aria-label={`Unfollow ${name}`}
          disabled={unfollow.isPending}
          onClick={leave}
          className="px-2"
        >
          <X />
          Unfollow
        </Button>
      </div>
    </li>
  );
}

function Searches({ searches }: { searches: readonly StandingSearch[] }) {
  const end = useEndSearch();
  return (
    <section aria-label="Standing searches" className="flex flex-col gap-2">
      <h2 className="text-base font-semibold tracking-tight">Standing searches</h2>
      <ul>
        {searches.map(({ id, q, viewCount, lastRunAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 border-t border-line py-2"
          >
            <Search className="size-4 text-muted" />
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-medium">
                {q}
                {viewCount && (
                  <span className="text-sm font-normal text-muted">
                    {' '}
                    · {viewCount} views
                  </span>
                )}
              </p>
              <p className="text-sm text-muted">
                {lastRunAt ? 'Runs every 6 hours, last ' : 'First run within a minute'}
                {lastRunAt && <When iso={lastRunAt} />}
              </p>
            </div>
            <Button
              variant="ghost"
              aria-label={`End the standing search ${q}`}
              disabled={end.isPending}
              onClick={() =>
                end.mutate(id, { onError: failed('Failed to end the standing search') })
              }
            >
              End
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function FollowingPage() {
  const query = useQuery(channelsQuery);
  const { data: channels, isPending } = query;
  const searches = useQuery(standingSearchesQuery).data ?? [];
  const [isImporting, setIsImporting] = useState(false);
  const bring = useImport();
  const { field, shown } = useNameFilter(channels ?? [], nameOf);
  return (
    <>
      <PageHeader
        title="Following"
        summary={channels ? counted(channels.length, 'channel') : '\u00a0'}
        actions={
          <ButtonLink href="/discover?view=fresh" variant="ghost">
            Fresh
          </ButtonLink>
        }
      />
      <PageBody>
        <FollowField />
        <div className="-ml-3 flex flex-wrap gap-1">
          <Button variant="ghost" onClick={() => setIsImporting(true)}>
            <ListPlus />
            Import Subscriptions
          </Button>
          <FileButton
            variant="ghost"
            accept=".csv,.opml,.xml,.json,.db,.txt,text/csv"
            label="Takeout’s subscriptions.csv"
            disabled={bring.isPending}
            onFile={(csv) =>
              bring.mutateAsync({ csv }).then(toastImported, failed('Import Failed'))
            }
          >
            {bring.isPending ? 'Reading...' : 'Import a Takeout File'}
          </FileButton>
          {channels && channels.length > 0 && (
            <a href="/api/channels.csv" download className={buttonClasses('ghost')}>
              <Download />
              Export as CSV
            </a>
          )}
        </div>
        {searches.length > 0 && <Searches searches={searches} />}
        {isPending && <Skeleton className="h-40" />}
        {!isPending && !channels && (
          <QueryError
            title="Your channels could not be loaded"
            query={query}
            fallback="Failed to load the channels."
          />
        )}
        {channels?.length === 0 && (
          <EmptyState
            icon={Rss}
            title="You follow no channel yet"
            action={<SampleOffer />}
          >
            Paste a channel above, or import your subscriptions. Their new videos appear
            under Fresh within hours.
          </EmptyState>
        )}
        {channels !== undefined && channels.length > 0 && (
          <section aria-label="Channels" className="flex flex-col gap-2">
            <Input aria-label="Filter channels" {...field} className="max-w-80" />
            <ul>
              {shown.map((channel) => (
                <ChannelRow key={channel.id} channel={channel} />
              ))}
            </ul>
            {shown.length === 0 && (
              <p className="text-muted">No channel has these words in its name.</p>
            )}
          </section>
        )}
      </PageBody>
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </>
  );
}

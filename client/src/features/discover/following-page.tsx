import { useQuery } from '@tanstack/react-query';
import { Download, ListPlus, Rss, Search, Volume2, VolumeX, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import type { FollowedChannel, StandingSearch } from '#shared/contracts/following.ts';
import {
  channelsQuery,
  standingSearchesQuery,
  useEndSearch,
  useFollow,
  useMute,
  useUnfollow,
} from '../../api/following.ts';
import { errorText } from '../../api/http.ts';
import { EmptyState, ErrorState, PageBody, PageHeader } from '../../components/page.tsx';
import { Avatar } from '../../components/pictures.tsx';
import { RelativeTime, When } from '../../components/time.tsx';
import { Badge, Button, buttonClasses, Skeleton } from '../../components/ui/button.tsx';
import { Input } from '../../components/ui/fields.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';
import { toast } from '../../lib/toast.ts';
import { failing, ImportDialog, TakeoutButton, useNameFilter } from './following-import.tsx';

const nameOf = ({ title, channelId }: Pick<FollowedChannel, 'title' | 'channelId'>) => title ?? channelId;

const hoursText = (hours: number) =>
  hours === 1 ? 'hour' : `${formatNumber(Math.round(hours * 10) / 10)} hours`;

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
      ...failing('Failed to follow the channel'),
    });
  };
  return (
    <form aria-label="Follow a channel" onSubmit={submit} className="flex max-w-160 gap-2">
      <Input
        aria-label="Channel"
        placeholder="A channel’s address, @handle, or a link to a video"
        value={address}
        maxLength={500}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Button type="submit" disabled={address.trim() === '' || add.isPending}>
        {add.isPending ? 'Following...' : 'Follow'}
      </Button>
    </form>
  );
}

/** How much it publishes, and how often it is read. */
function ChannelFacts({ channel }: { channel: FollowedChannel }) {
  const { muted, trouble, readAt, lastVideoAt } = channel;
  return (
    <>
      <p className="text-sm text-muted tabular-nums">
        {counted(channel.videosLast30Days, 'video')} in 30 days · {formatNumber(channel.commented)} commented
        {lastVideoAt && ' · last new one '}
        {lastVideoAt && <RelativeTime iso={lastVideoAt} />}
        {!muted && !trouble && ` · read about every ${hoursText(channel.everyHours)}`}
      </p>
      {trouble && (
        <p className="text-sm text-failed">
          {readAt ? 'Not read since ' : 'Not read yet'}
          {readAt && <When iso={readAt} />}: {trouble}
        </p>
      )}
    </>
  );
}

function ChannelRow({ channel }: { channel: FollowedChannel }) {
  const mute = useMute();
  const unfollow = useUnfollow();
  const again = useFollow();
  const name = nameOf(channel);
  const { id, channelId, muted } = channel;
  // Not by handlers of `mutate`: the row is gone by then.
  const followAgain = async () => {
    const back = await again.mutateAsync(channelId);
    if (muted) await mute.mutateAsync({ id: back.id, muted });
  };
  const undo = {
    label: 'Undo',
    onAction: () => void followAgain().catch(failing('Failed to follow it again').onError),
  };
  const leave = () =>
    unfollow
      .mutateAsync(id)
      .then(
        () => toast({ title: 'Unfollowed', subject: name, action: undo }),
        failing('Failed to unfollow').onError,
      );
  return (
    <li className="flex items-center gap-3 border-t border-line py-2.5 max-sm:flex-wrap">
      <Avatar name={name} picture={channel.thumbnailUrl} />
      <div className="min-w-0 flex-1 basis-48">
        <p dir="auto" className="flex flex-wrap items-center gap-x-2 font-medium">
          <a
            href={`https://www.youtube.com/channel/${channelId}`}
            target="_blank"
            rel="noreferrer"
            className="hover:underline hover:underline-offset-2"
          >
            {name}
          </a>
          {muted && <Badge>Muted</Badge>}
        </p>
        <ChannelFacts channel={channel} />
      </div>
      <div className="flex gap-1 max-sm:ml-auto">
        <Button
          variant="ghost"
          aria-label={`${muted ? 'Unmute' : 'Mute'} ${name}`}
          disabled={mute.isPending}
          onClick={() => mute.mutate({ id, muted: !muted }, failing('Failed to change the channel'))}
          className="px-2"
        >
          {muted ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
          {muted ? 'Unmute' : 'Mute'}
        </Button>
        <Button
          variant="ghost"
          aria-label={`Unfollow ${name}`}
          disabled={unfollow.isPending}
          onClick={() => void leave()}
          className="px-2"
        >
          <X aria-hidden />
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
      <h2 className="text-base font-semibold tracking-tight">Searches that go on</h2>
      <ul>
        {searches.map(({ id, q, viewCount, lastRunAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 border-t border-line py-2">
            <Search aria-hidden className="size-4 text-muted" />
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-medium">
                {q}
                {viewCount && <span className="text-sm font-normal text-muted"> · {viewCount} views</span>}
              </p>
              <p className="text-sm text-muted">
                {lastRunAt ? 'Every 6 hours, last ' : 'Looks within a minute'}
                {lastRunAt && <When iso={lastRunAt} />}
              </p>
            </div>
            <Button
              variant="ghost"
              aria-label={`End the search ${q}`}
              disabled={end.isPending}
              onClick={() => end.mutate(id, failing('Failed to end it'))}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChannelList({ channels }: { channels: readonly FollowedChannel[] }) {
  const { field, shown } = useNameFilter(channels, nameOf);
  return (
    <section aria-label="Channels" className="flex flex-col gap-2">
      <Input aria-label="Filter channels" {...field} className="max-w-80" />
      <ul>
        {shown.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} />
        ))}
      </ul>
      {shown.length === 0 && <p className="text-muted">No channel has these words in its name.</p>}
    </section>
  );
}

/** Whom one follows, and what is looked for. */
export function FollowingPage() {
  const { data: channels, isPending, error, refetch } = useQuery(channelsQuery);
  const searches = useQuery(standingSearchesQuery).data ?? [];
  const [isImporting, setIsImporting] = useState(false);
  return (
    <>
      <PageHeader
        title="Following"
        summary={channels && counted(channels.length, 'channel')}
        actions={
          <Link href="/discover?view=fresh" className={buttonClasses('ghost')}>
            Fresh
          </Link>
        }
      />
      <PageBody>
        <FollowField />
        <div className="-ml-3 flex flex-wrap gap-1">
          <Button variant="ghost" onClick={() => setIsImporting(true)}>
            <ListPlus aria-hidden />
            Import Subscriptions
          </Button>
          <TakeoutButton />
          {channels && channels.length > 0 && (
            <a href="/api/channels.csv" download className={buttonClasses('ghost')}>
              <Download aria-hidden />
              Export as CSV
            </a>
          )}
        </div>
        {searches.length > 0 && <Searches searches={searches} />}
        {isPending ? (
          <Skeleton className="h-40" />
        ) : !channels ? (
          <ErrorState title="Your channels could not be loaded" onRetry={() => void refetch()}>
            {errorText(error, 'Failed to load the channels.')}
          </ErrorState>
        ) : channels.length === 0 ? (
          <EmptyState icon={Rss} title="You follow no channel yet">
            Paste a channel above, or import your subscriptions. Their new videos come to Fresh within hours.
          </EmptyState>
        ) : (
          <ChannelList channels={channels} />
        )}
      </PageBody>
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </>
  );
}

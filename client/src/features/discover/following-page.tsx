import { useQuery } from '@tanstack/react-query';
import { Download, ListPlus, Rss, Search, Volume2, VolumeX, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import type { FollowedChannel } from '#shared/contracts/following.ts';
import {
  channelsQuery,
  standingSearchesQuery,
  useEndSearch,
  useFollow,
  useMute,
  useUnfollow,
} from '../../api/following.ts';
import { errorText, toastFailure } from '../../api/http.ts';
import { EmptyState, ErrorState, PageBody, PageHeader } from '../../components/page.tsx';
import { Avatar } from '../../components/pictures.tsx';
import { RelativeTime, When } from '../../components/time.tsx';
import { Badge, Button, buttonClasses, Skeleton } from '../../components/ui/button.tsx';
import { Input } from '../../components/ui/fields.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';
import { toast } from '../../lib/toast.ts';
import { FileButton, ImportDialog } from './import-channels.tsx';

const nameOf = ({ title, channelId }: Pick<FollowedChannel, 'title' | 'channelId'>) => title ?? channelId;

const rhythm = (hours: number) =>
  hours === 1
    ? 'read about every hour'
    : `read about every ${formatNumber(Math.round(hours * 10) / 10)} hours`;

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
      onError: (error) => toastFailure('Failed to follow the channel', error),
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

function ChannelRow({ channel }: { channel: FollowedChannel }) {
  const mute = useMute();
  const unfollow = useUnfollow();
  const again = useFollow();
  const name = nameOf(channel);
  const { id, muted, trouble, readAt } = channel;
  const leave = () =>
    unfollow.mutate(id, {
      onSuccess: () =>
        toast({
          title: 'Unfollowed',
          subject: name,
          action: {
            label: 'Undo',
            onAction: () =>
              again.mutate(channel.channelId, {
                onSuccess: (back) => muted && mute.mutate({ id: back.id, muted }),
                onError: (error) => toastFailure('Failed to follow it again', error),
              }),
          },
        }),
      onError: (error) => toastFailure('Failed to unfollow', error),
    });
  return (
    <li className="flex items-center gap-3 border-t border-line py-2.5 max-sm:flex-wrap">
      <Avatar name={name} picture={channel.thumbnailUrl} />
      <div className="min-w-0 flex-1 basis-48">
        <p dir="auto" className="flex flex-wrap items-center gap-x-2 font-medium">
          <a
            href={`https://www.youtube.com/channel/${channel.channelId}`}
            target="_blank"
            rel="noreferrer"
            className="hover:underline hover:underline-offset-2"
          >
            {name}
          </a>
          {muted && <Badge>Muted</Badge>}
        </p>
        <p className="text-sm text-muted tabular-nums">
          {counted(channel.videosLast30Days, 'video')} in 30 days · {formatNumber(channel.commented)}{' '}
          commented
          {channel.lastVideoAt && (
            <>
              {' '}
              · last new one <RelativeTime iso={channel.lastVideoAt} />
            </>
          )}
          {!muted && !trouble && ` · ${rhythm(channel.everyHours)}`}
        </p>
        {trouble && (
          <p className="text-sm text-failed">
            {readAt ? (
              <>
                Not read since <When iso={readAt} />
              </>
            ) : (
              'Not read yet'
            )}
            : {trouble}
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
              { onError: (error) => toastFailure('Failed to change the channel', error) },
            )
          }
          className="px-2"
        >
          {muted ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
          {muted ? 'Unmute' : 'Mute'}
        </Button>
        <Button
          variant="ghost"
          aria-label={`Unfollow ${name}`}
          disabled={unfollow.isPending}
          onClick={leave}
          className="px-2"
        >
          <X aria-hidden />
          Unfollow
        </Button>
      </div>
    </li>
  );
}

function StandingSearches() {
  const { data } = useQuery(standingSearchesQuery);
  const end = useEndSearch();
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="Standing searches" className="flex flex-col gap-2">
      <h2 className="text-base font-semibold tracking-tight">Searches that go on</h2>
      <ul>
        {data.map(({ id, q, viewCount, lastRunAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 border-t border-line py-2">
            <Search aria-hidden className="size-4 text-muted" />
            <span className="min-w-0 flex-1 basis-40">
              <span className="font-medium">{q}</span>
              {viewCount && <span className="text-sm text-muted"> · {viewCount} views</span>}
              <span className="block text-sm text-muted">
                {lastRunAt ? (
                  <>
                    Looked <RelativeTime iso={lastRunAt} />, then every 6 hours
                  </>
                ) : (
                  'Looks within a minute'
                )}
              </span>
            </span>
            <Button
              variant="ghost"
              aria-label={`End the search ${q}`}
              disabled={end.isPending}
              onClick={() => end.mutate(id, { onError: (error) => toastFailure('Failed to end it', error) })}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whom one follows, and what is looked for. */
export function FollowingPage() {
  const query = useQuery(channelsQuery);
  const [words, setWords] = useState('');
  const [isImporting, setIsImporting] = useState(false);
  const all = query.data ?? [];
  const shown = all.filter((each) => nameOf(each).toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <>
      <PageHeader
        title="Following"
        summary={query.data && counted(all.length, 'channel')}
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
          <FileButton />
          {all.length > 0 && (
            <a href="/api/channels.csv" download className={buttonClasses('ghost')}>
              <Download aria-hidden />
              Export as CSV
            </a>
          )}
        </div>
        <StandingSearches />
        {query.isPending ? (
          <Skeleton className="h-40" />
        ) : query.isError ? (
          <ErrorState title="Your channels could not be loaded" onRetry={() => void query.refetch()}>
            {errorText(query.error, 'Failed to load the channels.')}
          </ErrorState>
        ) : all.length === 0 ? (
          <EmptyState icon={Rss} title="You follow no channel yet">
            Paste a channel above, or import your subscriptions. Their new videos come to Fresh within hours.
          </EmptyState>
        ) : (
          <section aria-label="Channels" className="flex flex-col gap-2">
            <Input
              aria-label="Filter channels"
              placeholder="Filter by name"
              value={words}
              onChange={(event) => setWords(event.target.value)}
              className="max-w-80"
            />
            <ul>
              {shown.map((channel) => (
                <ChannelRow key={channel.id} channel={channel} />
              ))}
            </ul>
            {shown.length === 0 && <p className="text-muted">No channel has “{words.trim()}” in its name.</p>}
          </section>
        )}
      </PageBody>
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </>
  );
}

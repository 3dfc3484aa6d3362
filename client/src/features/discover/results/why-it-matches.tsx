import type { FoundVideo } from '#shared/contracts/videos.ts';
import { ChannelWarning } from '../../../components/comment-state.tsx';

const SHOWN_TOPICS = 3;

/** The expertise areas that the video names, after a warning where its channel was commented on lately. */
export function WhyItMatches({ video }: { video: FoundVideo }) {
  const topics = video.matchedTopics.slice(0, SHOWN_TOPICS);
  return (
    <div className="flex min-w-0 flex-wrap gap-x-3 text-sm text-soft empty:hidden lg:flex-nowrap max-sm:col-span-full">
      {video.commentStatus?.status !== 'posted' && <ChannelWarning channelId={video.channelId} />}
      {topics.length > 0 && (
        <p className="min-w-0 lg:truncate">
          Your {topics.length === 1 ? 'topic' : 'topics'}{' '}
          {topics.map((topic, index) => (
            <span key={topic}>
              {index > 0 && ', '}
              <b className="font-semibold text-text">{topic}</b>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

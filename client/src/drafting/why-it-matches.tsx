import type { Relation } from '#shared/contracts/relations.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import {
  ChannelWarning,
  ChannelWarningWords,
  useCommentedLately,
} from '../components/comment-state.tsx';
import { RelationButton, RelationWords } from '../components/relation-line.tsx';
import { classNames } from '../lib/browser.ts';

const SHOWN_TOPICS = 3;

interface WhyItMatchesProps {
  video: FoundVideo;
  relation: Relation | undefined;
  isRelationOpen: boolean;
  onToggleRelation: () => void;
}

/**
 * Never cuts the warning: where the areas do not fit beside
 * it, they go below. A relation leaves two fifths of the line to the areas.
 */
function lookOfReasons(hasRelation: boolean, isWarned: boolean) {
  if (!hasRelation) return { line: 'flex-wrap', areas: 'min-w-0 max-w-full lg:truncate' };
  if (isWarned) return { line: 'flex-wrap', areas: 'min-w-0 max-w-full truncate' };
  return { line: 'flex-nowrap', areas: 'max-w-2/5 shrink-0 truncate' };
}

/**
 * Shows the user's relation with the channel, or the warning about a recent comment
 * there, and the matching areas of the video. The relation shares a line with the areas,
 * so that it makes no row higher. If there is a warning, the relation opens from it.
 */
export function WhyItMatches({
  video,
  relation,
  isRelationOpen,
  onToggleRelation,
}: WhyItMatchesProps) {
  const topics = video.matchedTopics.slice(0, SHOWN_TOPICS);
  const warnedChannel = video.commentStatus?.status === 'posted' ? null : video.channelId;
  const warnsOf = useCommentedLately(warnedChannel);
  const isWarned = warnsOf !== undefined;
  const look = lookOfReasons(relation !== undefined, isWarned);
  return (
    <div
      className={classNames(
        'flex min-w-0 gap-x-3 text-sm text-soft empty:hidden max-sm:col-span-full max-sm:row-start-3',
        look.line,
      )}
    >
      {relation ? (
        <RelationButton
          isOpen={isRelationOpen}
          onToggle={onToggleRelation}
          className={isWarned ? 'shrink-0' : undefined}
        >
          {isWarned ? (
            <ChannelWarningWords postedAt={warnsOf} />
          ) : (
            <RelationWords channelTitle={video.channelTitle} relation={relation} />
          )}
        </RelationButton>
      ) : (
        <ChannelWarning channelId={warnedChannel} />
      )}
      {topics.length > 0 && (
        <p className={look.areas}>
          Matches{' '}
          {topics.map((topic, index) => (
            <span key={topic}>
              {index > 0 && ', '}
              <b className="font-semibold text-text">{topic}</b>
            </span>
          ))}
        </p>
      )}
      {video.hasMatch && topics.length === 0 && (
        <p className={classNames(look.areas, 'text-muted')}>Not about your areas</p>
      )}
    </div>
  );
}

import { X } from 'lucide-react';
import { useId, useState } from 'react';
import type { FreshVideo } from '#shared/contracts/following.ts';
import type { Relation } from '#shared/contracts/relations.ts';
import { type FoundVideo, untoldType } from '#shared/contracts/videos.ts';
import { countOf } from '#shared/rules/format.ts';
import { FollowButton } from '../components/follow-button.tsx';
import { RelationLink, RelationWords } from '../components/relation-line.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { useAddToQueue } from '../components/row-actions.tsx';
import { Thumbnail } from '../components/thumbnail.tsx';
import { Badge, Button } from '../components/ui/button.tsx';
import { Facts, Progress } from '../components/ui/choices.tsx';
import { Checkbox } from '../components/ui/form-fields.tsx';
import { useAddressValue } from '../lib/address.ts';
import { classNames, useNow } from '../lib/browser.ts';
import { counted, formatExact } from '../lib/formats.ts';
import { DiscardButton } from '../review/discard-draft.tsx';
import { CommentStatusBadge, MatchBadge, matchText } from './video-badges.tsx';
import { canGenerate, isClosed, type Selection } from './video-selection.ts';
import { WhyItMatches } from './why-it-matches.tsx';

interface FreshMark extends Pick<FreshVideo, 'from' | 'appearedAt' | 'seen'> {
  onDismiss: () => void;
}

export interface RowHandlers {
  onGenerate: (video: FoundVideo) => void;
  onView: (video: FoundVideo) => void;
}

interface ResultRowProps {
  video: FoundVideo;
  selection: Selection;
  fresh?: FreshMark;
  /**
   * Your history with the creator of the video's channel; missing if you never posted
   * there.
   */
  relation?: Relation | undefined;
  on: RowHandlers;
}

/** The buttons have the same names in every row, so the row's title describes them. */
function ResultActions({
  video,
  fresh,
  on,
  titleId,
}: ResultRowProps & { titleId: string }) {
  const add = useAddToQueue();
  const posted = video.commentStatus?.status === 'posted';
  const comment = video.generatedComment;
  const isLooseDraft = video.commentStatus?.status === 'pending' && !video.inQueue;
  const reason = video.commentsOff ? 'Comments are off for this video' : undefined;
  return (
    <div
      className={classNames(
        'flex flex-wrap justify-end gap-2 max-lg:ml-auto max-sm:gap-1 lg:max-w-80',
        !comment && 'lg:flex-nowrap',
      )}
    >
      {comment && !video.inQueue && !posted && (
        <Button
          onClick={() => add.mutate({ commentId: comment.id })}
          aria-describedby={titleId}
        >
          Add to Queue
        </Button>
      )}
      {comment && (
        <Button onClick={() => on.onView(video)} aria-describedby={titleId}>
          View Comment
        </Button>
      )}
      {comment && isLooseDraft && (
        <DiscardButton
          commentId={comment.id}
          videoTitle={video.title}
          describedBy={titleId}
        />
      )}
      {fresh && (
        <Button
          variant="ghost"
          onClick={fresh.onDismiss}
          aria-describedby={titleId}
          className="px-2"
        >
          <X />
          Not for Me
        </Button>
      )}
      {fresh?.from.kind !== 'channel' && (
        <FollowButton video={video} labelledBy={titleId} />
      )}
      <Button
        variant={comment ? 'ghost' : 'secondary'}
        disabled={!canGenerate(video)}
        title={reason}
        onClick={() => on.onGenerate(video)}
        aria-describedby={titleId}
        className={comment ? 'max-sm:hidden' : undefined}
      >
        Generate Comment
      </Button>
    </div>
  );
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <h3 className="text-sm font-medium">{title}</h3>
      <ul className="mt-1 list-disc space-y-0.5 pl-4 text-sm text-muted">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Shows our estimates about a video that has both insights
 * and a score. They must not include YouTube's metrics.
 */
export function ContentIntelligence({ video }: { video: FoundVideo }) {
  const { contentInsights: insights, engagementScore } = video;
  if (!insights || engagementScore === null) return null;
  const word = (text: string) => (
    <span className="inline-block first-letter:uppercase">{text}</span>
  );
  return (
    <div className="flex flex-col gap-3">
      <div>
        <div className="mb-1.5 flex items-baseline justify-between gap-4 text-sm">
          <span className="font-medium">Engagement score</span>
          <span className="tabular-nums">{engagementScore}/100</span>
        </div>
        <Progress
          value={engagementScore}
          label="Engagement score"
          barClassName="bg-muted"
        />
      </div>
      <Facts
        facts={[
          ...(insights.videoType === untoldType
            ? []
            : ([
                ['Video type', word(insights.videoType)],
                ['Comment difficulty', word(insights.difficulty)],
              ] as const)),
          ['Comment opportunity', word(insights.commentOpportunity)],
        ]}
      />
      <List title="Key topics" items={insights.keyTopics} />
      <List title="AI recommendations" items={insights.suggestedApproach} />
      <p className="text-xs text-muted">
        How it fits you, by our estimate, from title, channel and description. No YouTube
        figures go into it.
      </p>
    </div>
  );
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

function whyItMatches({ matchScore, hasMatch, matchedTopics }: FoundVideo): string {
  if (!hasMatch)
    return 'You have no expertise areas yet, so nothing says how well it fits you.';
  const topics = list.format(matchedTopics.slice(0, 5));
  return topics
    ? `${matchText(matchScore)}: its title, tags or description name ${topics}, as your profile does.`
    : `${matchText(matchScore)}: its title, tags and description name nothing from your profile.`;
}

const SHOWN_TAGS = 3;

/** Shows minutes or hours: in Fresh, days would be too coarse. */
function Ago({ iso }: { iso: string }) {
  const minutes = Math.max(
    1,
    Math.round((useNow(60_000).getTime() - Date.parse(iso)) / 60_000),
  );
  return (
    <time dateTime={iso} title={formatExact(iso)}>
      {minutes < 60
        ? counted(minutes, 'minute')
        : counted(Math.round(minutes / 60), 'hour')}{' '}
      ago
    </time>
  );
}

const VideoFacts = ({ video, fresh }: ResultRowProps) => (
  <div className="flex min-w-0 items-center gap-x-2.5 gap-y-1 max-md:flex-wrap">
    <p className="dotted min-w-0 text-sm md:max-w-full md:shrink-0 text-muted tabular-nums max-sm:[&>br+*]:before:hidden!">
      <span className="text-soft">{video.channelTitle}</span>
      <span>{countOf(video.viewCount, 'view')}</span>
      <br className="sm:hidden" />
      {fresh ? <Ago iso={fresh.appearedAt} /> : <RelativeTime iso={video.publishedAt} />}
      {video.commentsOff ? (
        <span>Comments are off</span>
      ) : (
        <span>
          {countOf(video.commentCount, 'comment')}
          {fresh && ' so far'}
        </span>
      )}
      {fresh && (
        <span>
          {fresh.from.kind === 'channel'
            ? 'from a channel you follow'
            : `from “${fresh.from.name}”`}
        </span>
      )}
      {!video.available && <span className="text-failed">No longer available</span>}
    </p>
    {/* In a narrow window, tags have a line of their own. Elsewhere, tags that do not fit are hidden. */}
    <span className="flex min-w-0 flex-wrap gap-x-1.5 gap-y-1 empty:hidden max-md:basis-full md:h-5 md:shrink-9999 md:overflow-hidden md:before:h-5">
      {(fresh ? [] : video.tags).slice(0, SHOWN_TAGS).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </span>
  </div>
);

export function ResultRow(props: ResultRowProps) {
  const { video, selection, fresh, relation, on } = props;
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [isRelationOpen, setIsRelationOpen] = useState(false);
  const hasInsights = video.contentInsights !== null && video.engagementScore !== null;
  const isPosted = video.commentStatus?.status === 'posted';
  const isBeingDrafted = useAddressValue('generate') === String(video.id);
  const isSelected = selection.selected.has(video.id);
  return (
    <li
      tabIndex={-1}
      data-video={video.id}
      aria-labelledby={titleId}
      className={classNames(
        'relative grid scroll-mt-16 scroll-mb-24 items-center gap-x-3 gap-y-2 border-b border-line px-(--gutter) py-3 -outline-offset-2 lg:py-2.5',
        // As high as a row with a comment from the press on, so that the draft moves no
        // row when it arrives.
        isBeingDrafted || video.generatedComment ? 'lg:min-h-35.5' : 'lg:min-h-26',
        'grid-cols-[1.25rem_4rem_minmax(0,1fr)] sm:gap-x-4 sm:grid-cols-[1rem_8.875rem_minmax(0,1fr)]',
        'lg:grid-cols-[1rem_8.875rem_minmax(0,1fr)_minmax(17.25rem,auto)]',
        isSelected &&
          'bg-accent-soft/50 before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-accent',
      )}
    >
      <span className="flex items-center max-sm:col-start-1 max-sm:row-start-4 max-sm:h-(--control) max-sm:self-end">
        <Checkbox
          checked={isSelected}
          disabled={isClosed(video)}
          onCheckedChange={(_, withShift) => selection.toggle(video.id, withShift)}
          aria-label={`Select ${video.title}`}
        />
        {fresh?.seen === false && (
          <span className="absolute top-2 left-2 size-2 rounded-full bg-accent sm:top-3 sm:left-5">
            <span className="sr-only">Not seen yet</span>
          </span>
        )}
      </span>
      <Thumbnail
        src={video.thumbnailUrl}
        className="w-24 self-start max-sm:col-span-2 max-sm:col-start-1 max-sm:row-start-1 sm:w-35.5"
      />
      <div className="max-sm:contents sm:flex sm:min-w-0 sm:flex-col sm:gap-px">
        <div className="min-w-0 max-sm:row-start-1">
          <h2 id={titleId} className="text-base font-semibold sm:leading-5.5">
            <button
              type="button"
              dir="auto"
              onClick={() => on.onView(video)}
              className="line-clamp-2 max-w-full text-left hover:underline hover:underline-offset-2"
            >
              {video.title}
            </button>
          </h2>
          <VideoFacts {...props} />
        </div>
        {video.description && (
          <p className="truncate text-sm leading-4.5 text-muted max-sm:col-span-full max-sm:row-start-2">
            {video.description}
          </p>
        )}
        <WhyItMatches
          video={video}
          relation={relation}
          isRelationOpen={isRelationOpen}
          onToggleRelation={() => setIsRelationOpen(!isRelationOpen)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 self-stretch max-lg:before:-order-1 max-lg:before:basis-full max-sm:col-span-full max-sm:row-start-4 max-sm:gap-x-1.5 sm:max-lg:col-start-3 lg:flex-col lg:flex-nowrap lg:items-end lg:justify-between lg:gap-y-1">
        {/* Has the height of a badge from the start, so that “In Queue” moves no row below. */}
        <div className="flex items-center gap-2 max-lg:contents lg:min-h-5">
          {video.inQueue && !isPosted && (
            <Badge className="max-lg:order-first">In Queue</Badge>
          )}
          {isPosted && (
            <Badge dot="posted" className="max-lg:order-first">
              Already Posted
            </Badge>
          )}
          <MatchBadge
            video={video}
            {...(hasInsights && {
              insights: { isOpen, onToggle: () => setIsOpen(!isOpen) },
            })}
          />
        </div>
        <span className="empty:hidden max-lg:order-first">
          <CommentStatusBadge video={video} />
        </span>
        <ResultActions {...props} titleId={titleId} />
      </div>
      {relation && isRelationOpen && (
        <div className="col-span-full flex max-w-measure flex-col items-start gap-1 pb-2 text-sm text-soft sm:col-start-3">
          <p className="wrap-anywhere">
            <RelationWords channelTitle={video.channelTitle} relation={relation} />
          </p>
          <RelationLink channelTitle={video.channelTitle} relation={relation} />
        </div>
      )}
      {hasInsights && isOpen && (
        <div className="col-span-full flex max-w-measure flex-col gap-3 pt-2 pb-3 tabular-nums sm:col-start-3">
          <p className="text-sm text-soft">{whyItMatches(video)}</p>
          <ContentIntelligence video={video} />
        </div>
      )}
    </li>
  );
}

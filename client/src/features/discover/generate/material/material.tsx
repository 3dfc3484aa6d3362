import { useQuery } from '@tanstack/react-query';
import { ClipboardPaste, FileText, ListOrdered, MessagesSquare } from 'lucide-react';
import type { Chapter, TopComment } from '#shared/contracts/material.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { materialQuery } from '../../../../api/drafts.ts';
import { errorText } from '../../../../api/http.ts';
import type { MarkedTextState } from '../../../../components/marked-text.tsx';
import { Skeleton } from '../../../../components/ui/button.tsx';
import { Disclosure } from '../../../../components/ui/choices.tsx';
import { counted, formatNumber } from '../../../../lib/formats.ts';
import { ContentIntelligence } from '../../results/content-intelligence.tsx';
import { MaterialRow } from './material-row.tsx';
import { MoreButton } from './more.tsx';
import { OwnMaterial } from './own-material.tsx';
import { Chapters, Description, TopComments } from './passages.tsx';
import { Quotes } from './source-item.tsx';
import type { GivenState } from './use-given.ts';

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length;

interface MaterialProps {
  video: FoundVideo;
  given: GivenState;
  marked: MarkedTextState;
}

const NO_CHAPTERS: readonly Chapter[] = [];
const NO_COMMENTS: readonly TopComment[] = [];

/** What a draft is made from, each part on or off, and our estimates about the video. */
export function Material({ video, given, marked }: MaterialProps) {
  const { data, error, refetch } = useQuery(materialQuery(video.id));
  const { switches } = given;
  const chapters = data?.chapters ?? NO_CHAPTERS;
  const comments = data?.comments ?? NO_COMMENTS;
  const description = video.description?.trim() ?? '';
  const own = given.transcript || given.notes.trim();
  const used = [
    switches.description.isOn && description,
    switches.chapters.isOn && chapters.length > 0,
    switches.comments.isOn && comments.length > 0,
    given.usesOwn && own,
  ].filter(Boolean).length;
  const restingOn = (kind: string) => marked.marks.filter(({ sentence }) => sentence.source?.kind === kind);
  /** Nothing is said of a list that is not there yet. */
  const amountOf = ({ length }: readonly unknown[]) => ({
    count: data ? (length > 0 ? formatNumber(length) : 'none') : '',
    isEmpty: data !== undefined && length === 0,
  });
  const missing = error && (
    <>
      <p>{errorText(error, 'Failed to load the material')}</p>
      <MoreButton onClick={() => void refetch()}>Try again</MoreButton>
    </>
  );

  return (
    <>
      <div className="flex items-center justify-between gap-2 py-1.5">
        <h3 className="text-sm font-semibold">Material for the draft</h3>
        <p className="text-xs text-muted tabular-nums">{used} of 4 used</p>
      </div>
      <MaterialRow
        icon={FileText}
        name="Description"
        count={description ? counted(wordsIn(description), 'word') : 'empty'}
        isEmpty={!description}
        isOn={switches.description.isOn}
        onSwitch={switches.description.set}
      >
        {description && (
          <>
            <Quotes marked={marked} marks={restingOn('description')} youtubeId={video.youtubeId} />
            <Description text={description} />
          </>
        )}
      </MaterialRow>
      <MaterialRow
        icon={ListOrdered}
        name="Chapters"
        {...amountOf(chapters)}
        isOn={switches.chapters.isOn}
        onSwitch={switches.chapters.set}
      >
        {missing || (data ? null : <Skeleton className="h-5 w-4/5" />)}
        {chapters.length > 0 && (
          <Chapters video={video} chapters={chapters} marked={marked} marks={restingOn('chapter')} />
        )}
      </MaterialRow>
      <MaterialRow
        icon={MessagesSquare}
        name="Top comments"
        {...amountOf(comments)}
        isOn={switches.comments.isOn}
        onSwitch={switches.comments.set}
      >
        {data?.commentsMissing && <p>{data.commentsMissing}</p>}
        {!data && !error && <Skeleton className="h-10 w-full" />}
        {comments.length > 0 && (
          <TopComments comments={comments} marked={marked} marks={restingOn('comment')} />
        )}
      </MaterialRow>
      <MaterialRow
        icon={ClipboardPaste}
        name="Transcript or notes"
        count={own ? '' : 'empty'}
        isEmpty={!own}
        isOn={given.usesOwn}
        onSwitch={given.setUsesOwn}
      >
        <Quotes
          marked={marked}
          marks={[...restingOn('transcript'), ...restingOn('notes')]}
          youtubeId={video.youtubeId}
        />
        <OwnMaterial
          videoId={video.id}
          given={given}
          hasCaptions={data?.hasCaptions ?? false}
          youtubeId={video.youtubeId}
        />
      </MaterialRow>
      <Insights video={video} />
    </>
  );
}

function Insights({ video: { contentInsights, engagementScore } }: { video: FoundVideo }) {
  if (!contentInsights || engagementScore === null) return null;
  const { videoType, difficulty, commentOpportunity } = contentInsights;
  return (
    <div className="border-t border-line py-2.5">
      <Disclosure summary={<h3 className="font-medium text-text">Content Intelligence Analysis</h3>}>
        <div className="pt-3 pl-5.5">
          <ContentIntelligence engagementScore={engagementScore} insights={contentInsights} />
        </div>
      </Disclosure>
      <p className="pt-1 pl-5.5 text-xs text-muted first-letter:uppercase">
        {videoType} · {difficulty} difficulty · {commentOpportunity} opportunity
      </p>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { bulkLimit, type GenerateBulkResponse } from '#shared/contracts/drafts.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { useBulkGeneration } from '../api/drafts.ts';
import { ChannelWarning } from '../components/comment-state.tsx';
import { Thumbnail } from '../components/thumbnail.tsx';
import { Badge, Button } from '../components/ui/button.tsx';
import { Progress, RadioGroup } from '../components/ui/choices.tsx';
import { Dialog, DialogClose } from '../components/ui/dialog.tsx';
import { CheckboxField, Failure } from '../components/ui/form-fields.tsx';
import { classNames } from '../lib/browser.ts';
import { counted } from '../lib/formats.ts';
import { usePressGuard } from '../lib/presses.ts';
import { bulkRunQuery, useEndBulk } from './bulk-run.tsx';
import {
  stylesWithExamples,
  useQueueBoxes,
  useSeconds,
  useStyle,
} from './draft-choices.tsx';
import { DraftMannerChoices, useDraftManner } from './draft-manner.tsx';
import { generateLabel } from './video-selection.ts';

function whySkipped(video: FoundVideo): string | null {
  if (video.commentStatus) return 'has a comment';
  if (video.commentsOff) return 'comments are off';
  return video.available ? null : 'no longer available';
}

/** Returns the channel, and why the video will be skipped, if it will. */
function channelLine(video: FoundVideo): string {
  const reason = whySkipped(video);
  const { channelTitle } = video;
  return reason ? `${channelTitle} (${reason}, will be skipped)` : channelTitle;
}

const START = 5;
const CEILING = 90;
const SHARE_PER_STEP = 0.3;

/**
 * Estimates the progress in percent, because the server responds once for all videos
 * (rule 4.10).
 */
const guessedShare = (seconds: number, all: number): number =>
  Math.round(
    Math.min(CEILING, START + seconds * (100 / Math.max(1, all)) * SHARE_PER_STEP),
  );

/** Estimates the time from the finished drafts. Unknown before the first one. */
export function timeLeft(seconds: number, done: number, all: number): string {
  if (done === 0) return 'Time left appears after the first draft.';
  const minutes = Math.round(((seconds / done) * (all - done)) / 60);
  if (minutes < 1) return 'Less than a minute left.';
  return `About ${counted(minutes, 'minute')} left.`;
}

export function BulkProgress({ all }: { all: number }) {
  const run = useQuery(bulkRunQuery).data;
  const done = run ? run.drafted + run.skipped + run.failed : 0;
  const seconds = useSeconds();
  return (
    <div role="status" className="flex flex-col gap-3 py-6">
      <p className="font-medium">Generating {counted(all, 'comment')}...</p>
      <Progress value={guessedShare(seconds, all)} label="Generation progress" />
      <p className="text-sm text-muted tabular-nums">
        {Math.min(done, all)} of {all} written. {timeLeft(seconds, done, all)}
      </p>
      <p className="text-sm text-muted">You can close this; generating continues.</p>
    </div>
  );
}

type Outcome = { badge: string; tone: 'failed' | 'rejected' | 'approved'; text?: string };

function outcomeOf(videoId: number, { results, errors }: GenerateBulkResponse): Outcome {
  const error = errors.find((each) => each.videoId === videoId)?.error;
  const result = results.find((each) => each.videoId === videoId);
  if (!error && result?.skipped)
    return {
      badge: 'Skipped',
      tone: 'rejected',
      text: `Skipped: ${result.reason ?? 'no reason given'}`,
    };
  if (!error && result?.success)
    return {
      badge: result.addedToQueue ? 'Added to queue' : 'Generated',
      tone: 'approved',
    };
  return {
    badge: 'Failed',
    tone: 'failed',
    text: error ?? result?.reason ?? 'No answer came for this video.',
  };
}

/**
 * Lists the videos of a round, with a note before the round and their outcome after it.
 */
const VideoList = ({
  videos,
  answer,
}: {
  videos: readonly FoundVideo[];
  answer?: GenerateBulkResponse;
}) => (
  <ul
    aria-label={answer ? 'Outcomes' : 'Selected videos'}
    className={classNames(
      'rounded-panel border border-line',
      !answer && 'max-h-64 overflow-y-auto',
    )}
  >
    {videos.map((video) => {
      const outcome = answer && outcomeOf(video.id, answer);
      const text = outcome ? outcome.text : channelLine(video);
      return (
        <li
          key={video.id}
          className="flex items-center gap-3 border-t border-line px-3 py-2 first:border-t-0"
        >
          <Thumbnail src={video.thumbnailUrl} className="w-16" />
          <div className="min-w-0 flex-1">
            <p dir="auto" className="line-clamp-2 text-left">
              {video.title}
            </p>
            {text && <p className="text-sm text-muted">{text}</p>}
            {!answer && !video.commentStatus && (
              <ChannelWarning channelId={video.channelId} />
            )}
          </div>
          {outcome && <Badge dot={outcome.tone}>{outcome.badge}</Badge>}
        </li>
      );
    })}
  </ul>
);

interface BulkDialogProps {
  videos: readonly FoundVideo[];
  onClose: () => void;
  onProcessed: () => void;
}

/** Must be mounted anew each time it opens, because its state belongs to one run. */
export function BulkDialog({ videos, onClose, onProcessed }: BulkDialogProps) {
  const [, navigate] = useLocation();
  const [round, setRound] = useState(videos);
  const manner = useDraftManner();
  const { style, setStyle, isKnown } = useStyle(manner.chosenVoice);
  const { toQueue: addToQueue, setToQueue } = useQueueBoxes();
  const bulk = useBulkGeneration();
  const { data: answer } = bulk;
  const toDraft = round.filter((video) => whySkipped(video) === null).length;

  // Clears the selection once the server has begun. Videos left in the end are selected
  // again.
  const isBegun = useQuery(bulkRunQuery).data?.isRunning === true && bulk.isPending;
  const end = useEndBulk();
  const processed = useEffectEvent(onProcessed);
  useEffect(() => {
    if (isBegun || answer) processed();
  }, [isBegun, answer]);

  // The button still works for a moment after a press: a double click must not send a
  // second request.
  const guard = usePressGuard();
  const generate = () =>
    bulk.mutate({
      videoIds: round.map((video) => video.id),
      style,
      addToQueue,
      ...manner.fields,
    });

  const generateMore = () => {
    const failed = round.filter((video) =>
      answer?.errors.some(({ videoId }) => videoId === video.id),
    );
    setRound(failed.length > 0 ? failed : videos);
    setToQueue(null);
    bulk.reset();
  };

  const footer = answer ? (
    <>
      <Button variant="ghost" onClick={generateMore}>
        Generate More
      </Button>
      <DialogClose>Close</DialogClose>
      <Button variant="primary" onClick={() => navigate('/queue', { replace: true })}>
        Go to Review Queue ({answer.summary.addedToQueue})
      </Button>
    </>
  ) : (
    <>
      <DialogClose variant="ghost">{bulk.isPending ? 'Close' : 'Cancel'}</DialogClose>
      {isBegun && <Button onClick={() => void end('stop')}>Stop</Button>}
      <Button
        variant="primary"
        disabled={toDraft === 0 || round.length > bulkLimit || bulk.isPending || !isKnown}
        onClick={() => guard.press(generate)}
      >
        {bulk.isPending ? 'Generating...' : generateLabel(toDraft)}
      </Button>
    </>
  );

  return (
    <Dialog
      onClose={onClose}
      title="Bulk Comment Generation"
      description={`${counted(round.length, 'video')} selected`}
      footer={footer}
      // The dialog shrinks while it generates: the second
      // click of a double click could be outside and close it.
      onInteractOutside={(event) => guard.isPaused && event.preventDefault()}
    >
      {answer && (
        <div className="flex flex-col gap-4">
          <Progress value={100} label="Generation progress" />
          <p role="status" className="font-medium tabular-nums">
            {answer.summary.successful} generated, {answer.summary.skipped} skipped,{' '}
            {answer.summary.failed} failed, {answer.summary.addedToQueue} added to queue
          </p>
          <VideoList videos={round} answer={answer} />
        </div>
      )}
      {!answer && bulk.isPending && <BulkProgress all={round.length} />}
      {!answer && !bulk.isPending && (
        <div className="flex flex-col gap-5">
          <VideoList videos={round} />
          {round.length > bulkLimit && (
            <Failure>
              At most {bulkLimit} videos at once. Deselect {round.length - bulkLimit}{' '}
              first.
            </Failure>
          )}
          <DraftMannerChoices manner={manner} disabled={false} />
          <RadioGroup
            label="Comment style"
            options={stylesWithExamples}
            value={style}
            onValueChange={setStyle}
          />
          <CheckboxField
            checked={addToQueue}
            onCheckedChange={setToQueue}
            label="Automatically add all generated comments to review queue"
          />
        </div>
      )}
    </Dialog>
  );
}

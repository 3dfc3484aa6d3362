import type { GenerateBulkResponse } from '#shared/contracts/drafts.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { Badge } from '../../../components/ui/button.tsx';
import { Progress } from '../../../components/ui/choices.tsx';

interface BulkResultsProps {
  videos: readonly FoundVideo[];
  answer: GenerateBulkResponse;
}

type Outcome =
  | { kind: 'failed'; text: string }
  | { kind: 'skipped'; text: string }
  | { kind: 'done'; queued: boolean };

function outcomeOf(videoId: number, { results, errors }: GenerateBulkResponse): Outcome {
  const error = errors.find((each) => each.videoId === videoId);
  if (error) return { kind: 'failed', text: error.error };
  const result = results.find((each) => each.videoId === videoId);
  if (result?.skipped) return { kind: 'skipped', text: `Skipped: ${result.reason ?? 'no reason given'}` };
  if (result?.success) return { kind: 'done', queued: result.addedToQueue };
  return { kind: 'failed', text: result?.reason ?? 'No answer came for this video.' };
}

function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'failed') {
    return (
      <Badge tone="failed" dot>
        Failed
      </Badge>
    );
  }
  if (outcome.kind === 'skipped')
    return (
      <Badge tone="rejected" dot>
        Skipped
      </Badge>
    );
  return (
    <Badge tone="approved" dot>
      {outcome.queued ? 'Added to queue' : 'Generated'}
    </Badge>
  );
}

export function BulkResults({ videos, answer }: BulkResultsProps) {
  const { successful, skipped, failed, addedToQueue } = answer.summary;
  return (
    <div className="flex flex-col gap-4">
      <Progress value={100} label="Generation progress" />
      <p role="status" className="font-medium tabular-nums">
        {successful} generated, {skipped} skipped, {failed} failed, {addedToQueue} added to queue
      </p>
      <ul className="rounded-panel border border-line">
        {videos.map((video) => {
          const outcome = outcomeOf(video.id, answer);
          return (
            <li
              key={video.id}
              className="flex items-start gap-3 border-t border-line px-4 py-2.5 first:border-t-0"
            >
              <div className="min-w-0 flex-1">
                <p dir="auto" className="line-clamp-2 text-left leading-6">
                  {video.title}
                </p>
                {outcome.kind !== 'done' && <p className="text-sm text-muted">{outcome.text}</p>}
              </div>
              <OutcomeBadge outcome={outcome} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

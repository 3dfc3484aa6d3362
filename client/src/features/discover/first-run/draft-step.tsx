import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { errorText } from '../../../api/http.ts';
import { keptSearchQuery, runSearch } from '../../../api/videos.ts';
import { Thumbnail } from '../../../components/pictures.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { RadioGroup } from '../../../components/ui/choices.tsx';
import { Input } from '../../../components/ui/fields.tsx';
import { useUnsavedText } from '../../../lib/unsaved.ts';
import { canGenerate } from '../results/result-handlers.ts';
import { emptySearch } from '../search/filter-options.ts';
import { FirstDraft } from './first-draft.tsx';
import { ModelLine } from './model-line.tsx';
import { Step, type StepState } from './step.tsx';

const OFFERED = 3;

function VideoLabel({ video }: { video: FoundVideo }) {
  return (
    <span className="flex items-center gap-2.5">
      <Thumbnail src={video.thumbnailUrl} className="w-16" />
      <span dir="auto" className="line-clamp-2 text-left text-sm">
        {video.title}
      </span>
    </span>
  );
}

interface DraftStepProps {
  state: StepState;
  onSkip: () => void;
  onQueued: () => void;
}

/** Searches and drafts on a press only. */
export function DraftStep({ state, onSkip, onQueued }: DraftStepProps) {
  const [typed, setTyped] = useUnsavedText('first-run.video');
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState('');
  const client = useQueryClient();
  const found = useQuery(keptSearchQuery(asked ? { ...emptySearch, q: asked } : null));
  const [queued, setQueued] = useState<number | null>(null);
  const videos = asked ? (found.data?.videos ?? []).filter(canGenerate).slice(0, OFFERED) : [];
  const shown = videos.find(({ id }) => String(id) === chosen) ?? videos[0];

  const find = (event: FormEvent) => {
    event.preventDefault();
    const q = typed.trim();
    if (!q) return;
    setChosen('');
    void runSearch(client, { ...emptySearch, q });
    setAsked(q);
  };

  return (
    <Step number={3} title="First draft" state={state} onSkip={onSkip} footer={null}>
      <form onSubmit={find} className="flex gap-2">
        <Input
          type="search"
          aria-label="Topic, or a video's address"
          placeholder="Topic, or a video’s address"
          maxLength={300}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" disabled={typed.trim() === '' || found.isFetching}>
          {found.isFetching ? 'Searching...' : 'Find Videos'}
        </Button>
      </form>
      {found.error && asked && (
        <p role="alert" className="mt-3 text-failed">
          {errorText(found.error, 'Failed to search videos')}
        </p>
      )}
      {found.data && asked && !found.isFetching && videos.length === 0 && (
        <p role="status" className="mt-3 text-muted">
          No Videos Found. Try another topic.
        </p>
      )}
      {shown && (
        <div className="mt-3 flex flex-col gap-3">
          <RadioGroup
            label="Video to comment on"
            value={String(shown.id)}
            onValueChange={setChosen}
            options={videos.map((video) => ({
              value: String(video.id),
              label: <VideoLabel video={video} />,
            }))}
          />
          <ModelLine />
          {videos.map((video) => (
            <div key={video.id} hidden={video.id !== shown.id}>
              <FirstDraft
                video={video}
                isQueued={queued === video.id}
                onQueued={() => {
                  setQueued(video.id);
                  onQueued();
                }}
              />
            </div>
          ))}
        </div>
      )}
      {!shown && (
        <p className="mt-3 text-muted">
          Choose one of three videos, and a draft in your voice appears here. Nothing is posted before you
          approve it.
        </p>
      )}
    </Step>
  );
}

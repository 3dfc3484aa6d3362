import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { errorText } from '../../api/http.ts';
import { modelSettingsQuery } from '../../api/settings.ts';
import { keptSearchQuery, runSearch } from '../../api/videos.ts';
import { Thumbnail } from '../../components/pictures.tsx';
import { Button, buttonClasses } from '../../components/ui/button.tsx';
import { RadioGroup } from '../../components/ui/choices.tsx';
import { Input } from '../../components/ui/fields.tsx';
import { useUnsavedText } from '../../lib/unsaved.ts';
import { CommentEditor, useCommentEditor } from './comment-editor.tsx';
import { canGenerate, emptySearch } from './discover-search.ts';
import { QualityBadge } from './draft-details.tsx';
import { BrokenDraftNotice, ModelFailureNotice, NothingToAddNotice } from './draft-notices.tsx';
import { useQueueComment } from './generate-footer.tsx';
import { Step, type StepState } from './paste-step.tsx';
import { useStartStyle } from './steering.tsx';
import { useGenerate } from './use-generate.ts';

interface FirstDraftProps {
  video: FoundVideo;
  isQueued: boolean;
  onQueued: () => void;
}

const nothingMore = () => undefined;

function FirstDraft({ video, isQueued, onQueued }: FirstDraftProps) {
  const editor = useCommentEditor(video.id, null);
  const generate = useGenerate(video, editor, nothingMore);
  const queue = useQueueComment(editor);
  const { comment } = editor;
  const isBusy = generate.isPending || queue.isPending;
  const { startStyle } = useStartStyle();
  const draft = () => void generate.run(startStyle);
  if (generate.nothingToAdd)
    return (
      <NothingToAddNotice disabled={isBusy} onWrite={() => void generate.run(startStyle, { anyway: true })}>
        {generate.nothingToAdd}
      </NothingToAddNotice>
    );
  const isBegun = comment !== null || generate.live !== null || editor.text !== '';
  const failure = generate.failure && (
    <ModelFailureNotice {...generate.failure} disabled={isBusy} onRetry={draft} />
  );
  if (failure && !isBegun) return failure;
  return (
    <div className="flex flex-col gap-3">
      {isBegun && (
        <CommentEditor
          editor={editor}
          label="Your first comment"
          readOnly={isBusy || isQueued}
          live={generate.live}
        >
          {comment && (
            <span className="ml-auto">
              <QualityBadge comment={comment} />
            </span>
          )}
        </CommentEditor>
      )}
      {failure}
      {generate.broken && (
        <BrokenDraftNotice
          {...generate.broken}
          onContinue={editor.text.trim() ? () => void generate.run(startStyle, { begun: editor.text }) : null}
        />
      )}
      <span role="status" className="sr-only">
        {generate.isPending ? 'Writing a draft' : comment ? 'The draft is ready' : ''}
      </span>
      <div className="flex flex-wrap gap-2">
        {isQueued && comment ? (
          <Link href={`/queue?comment=${comment.id}`} className={`${buttonClasses('primary', 'lg')} flex-1`}>
            Review It
          </Link>
        ) : comment ? (
          <>
            <Button
              variant="primary"
              size="lg"
              className="flex-1"
              disabled={isBusy || !editor.savable}
              onClick={() => void queue.run(false, onQueued)}
            >
              Add to Queue
            </Button>
            <Button size="lg" disabled={isBusy} onClick={draft}>
              {generate.isPending ? 'Generating...' : 'Not quite me'}
            </Button>
          </>
        ) : (
          <Button variant="primary" size="lg" className="flex-1" disabled={isBusy} onClick={draft}>
            {generate.isPending ? 'Generating...' : 'Generate Comment'}
          </Button>
        )}
      </div>
    </div>
  );
}

function ModelLine() {
  const { data } = useQuery(modelSettingsQuery);
  const words =
    data &&
    (data.source === 'none'
      ? 'No language model is connected yet.'
      : data.source === 'sandbox'
        ? 'Drafts come from the sandbox’s model.'
        : `Drafts come from ${data.model}.`);
  return (
    <p className="flex min-h-5 flex-wrap gap-x-2 text-sm text-muted">
      {words}
      {data && data.source !== 'environment' && (
        <Link
          href="/settings?tab=general"
          className="font-medium text-accent underline-offset-2 hover:underline"
        >
          {data.source === 'settings' ? 'Change it' : 'Connect yours'}
        </Link>
      )}
    </p>
  );
}

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

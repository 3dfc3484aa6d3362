import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { errorText } from '../../api/http.ts';
import { keptSearchQuery, runSearch } from '../../api/videos.ts';
import { MarkedText, useMarkedText } from '../../components/marked-text.tsx';
import { type Mark, STANDING_COLORS, sourceWords, standingOf } from '../../components/marks.ts';
import { Thumbnail } from '../../components/pictures.tsx';
import { Button, buttonClasses } from '../../components/ui/button.tsx';
import { RadioGroup } from '../../components/ui/choices.tsx';
import { Input } from '../../components/ui/fields.tsx';
import { Failure } from '../../components/ui/form-fields.tsx';
import { useUnsavedText } from '../../lib/unsaved.ts';
import { CommentEditor, useCommentEditor } from './comment-editor.tsx';
import { canGenerate, emptySearch } from './discover-search.ts';
import { analysisOf, QualityBadge } from './draft-details.tsx';
import { BrokenDraftNotice, ModelFailureNotice, ModelName, NothingToAddNotice } from './draft-notices.tsx';
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

/** Where each sentence comes from, in one line. */
function SourcesLine({ marks }: { marks: readonly Mark[] }) {
  return (
    <ol aria-label="Sources" className="flex min-h-4 flex-wrap gap-x-3 gap-y-1 text-xs text-soft">
      {marks.map((mark) => (
        <li key={mark.number}>
          <span className={`font-semibold ${STANDING_COLORS[standingOf(mark)]}`}>{mark.number}</span>{' '}
          {sourceWords(mark, [])}
        </li>
      ))}
    </ol>
  );
}

/** The field and its buttons are there from the start, so that nothing moves under a press. */
function FirstDraft({ video, isQueued, onQueued }: FirstDraftProps) {
  const editor = useCommentEditor(video.id, null);
  const generate = useGenerate(video, editor, nothingMore);
  const queue = useQueueComment(editor);
  const main = useRef<HTMLDivElement>(null);
  const { comment } = editor;
  const isBusy = generate.isPending || queue.isPending;
  const { startStyle } = useStartStyle();
  const draft = () => void generate.run(startStyle);
  const marked = useMarkedText({
    text: editor.text,
    setText: editor.setText,
    draftGaps: comment?.gaps,
    grounding: comment && analysisOf(comment),
    readOnly: isBusy || isQueued,
  });
  // The button that was pressed has done its part: the focus goes on to the next one.
  const hasDraft = comment !== null;
  useEffect(() => {
    if (hasDraft) main.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [hasDraft, isQueued]);
  const failure = generate.failure && (
    <ModelFailureNotice {...generate.failure} disabled={isBusy} onRetry={draft} />
  );
  const instead = generate.nothingToAdd ? (
    <NothingToAddNotice disabled={isBusy} onWrite={() => void generate.run(startStyle, { anyway: true })}>
      {generate.nothingToAdd}
    </NothingToAddNotice>
  ) : editor.text === '' ? (
    failure
  ) : null;
  return (
    <>
      {instead ?? (
        <CommentEditor
          editor={editor}
          label="Your first comment"
          live={generate.live}
          field={(control) => (
            <div className="h-59 overflow-y-auto rounded-control border border-field-line bg-surface outline-offset-2 outline-accent has-[textarea:focus-visible]:outline-2">
              <MarkedText
                marked={marked}
                live={generate.live}
                placeholder="The draft appears here, for you to make your own."
                {...control}
                className="px-4 py-3 font-voice text-voice-lg"
              />
            </div>
          )}
        >
          {comment && (
            <span className="ml-auto">
              <QualityBadge comment={comment} />
            </span>
          )}
        </CommentEditor>
      )}
      {!instead && failure}
      <SourcesLine marks={marked.marks} />
      {generate.broken && (
        <BrokenDraftNotice
          {...generate.broken}
          onContinue={editor.text.trim() ? () => void generate.run(startStyle, { begun: editor.text }) : null}
        />
      )}
      <span role="status" className="sr-only">
        {generate.isPending ? 'Writing a draft' : comment ? 'The draft is ready' : ''}
      </span>
      <div ref={main} className="mt-auto flex flex-wrap gap-2 pt-1">
        {isQueued && comment ? (
          <Link href={`/queue?comment=${comment.id}`} className={`${buttonClasses('primary', 'lg')} flex-1`}>
            Review It
          </Link>
        ) : (
          <Button
            variant={comment ? 'primary' : 'secondary'}
            size="lg"
            className="flex-1"
            disabled={!comment || generate.isPending || !editor.savable}
            aria-disabled={queue.isPending}
            onClick={() => !queue.isPending && void queue.run(false, onQueued)}
          >
            Add to Queue
          </Button>
        )}
        {/* Not disabled while it works, since that would lose the focus. */}
        <Button
          variant={comment ? 'secondary' : 'primary'}
          size="lg"
          className="w-44"
          disabled={isQueued}
          aria-disabled={isBusy}
          onClick={() => !isBusy && draft()}
        >
          {generate.isPending ? 'Generating...' : comment ? 'Not quite me' : 'Generate Comment'}
        </Button>
      </div>
    </>
  );
}

function ModelLine() {
  return (
    <p className="flex min-h-4 gap-x-2 text-xs text-muted">
      <ModelName />
      <Link
        href="/settings?tab=general"
        className="shrink-0 font-medium text-accent underline-offset-2 hover:underline"
      >
        Choose the model
      </Link>
    </p>
  );
}

const OFFERED = 3;

interface DraftStepProps {
  state: StepState;
  /** What to search for, unless something is typed. */
  subject: string;
  onSearch: (q: string) => void;
  onSkip: () => void;
  onQueued: () => void;
}

/** Searches and drafts on a press only. */
export function DraftStep({ state, subject, onSearch, onSkip, onQueued }: DraftStepProps) {
  const [typed, setTyped] = useUnsavedText('first-run.video');
  const [isTyped, setIsTyped] = useState(typed !== '');
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState('');
  const client = useQueryClient();
  const found = useQuery(keptSearchQuery(asked ? { ...emptySearch, q: asked } : null));
  const [queued, setQueued] = useState<number | null>(null);
  const choices = useRef<HTMLDivElement>(null);
  const isFound = asked !== '' && !found.isPlaceholderData && found.data != null;
  const videos = isFound ? (found.data?.videos ?? []).filter(canGenerate).slice(0, OFFERED) : [];
  const shown = videos.find(({ id }) => String(id) === chosen) ?? videos[0];
  const words = isTyped ? typed : subject;

  useEffect(() => {
    if (isFound) choices.current?.querySelector<HTMLElement>('[role=radio][aria-checked=true]')?.focus();
  }, [isFound, asked]);

  const find = (event: FormEvent) => {
    event.preventDefault();
    const q = words.trim();
    if (!q || found.isFetching) return;
    setChosen('');
    void runSearch(client, { ...emptySearch, q });
    setAsked(q);
    onSearch(q);
  };

  return (
    <Step number={3} title="First draft" state={state} onSkip={onSkip} footer={null}>
      <form onSubmit={find} className="flex gap-2">
        <Input
          type="search"
          aria-label="Topic, or a video's address"
          placeholder="Topic, or a video’s address"
          maxLength={300}
          value={words}
          onChange={(event) => {
            setTyped(event.target.value);
            setIsTyped(true);
          }}
        />
        <Button
          type="submit"
          className="w-28"
          disabled={words.trim() === ''}
          aria-disabled={found.isFetching}
        >
          {found.isFetching ? 'Searching...' : 'Find Videos'}
        </Button>
      </form>
      {/* As high as three videos. */}
      <div ref={choices} className="my-3 min-h-38">
        <Failure>{asked && found.error && errorText(found.error, 'Failed to search videos')}</Failure>
        {isFound && !found.isFetching && videos.length === 0 && (
          <p role="status" className="text-muted">
            No Videos Found. Try another topic.
          </p>
        )}
        {shown ? (
          <RadioGroup
            label="Video to comment on"
            value={String(shown.id)}
            onValueChange={setChosen}
            options={videos.map((video) => ({
              value: String(video.id),
              label: (
                <span className="flex items-center gap-2.5">
                  <Thumbnail src={video.thumbnailUrl} className="w-12" />
                  <span dir="auto" title={video.title} className="min-w-0 truncate text-left text-sm">
                    {video.title}
                  </span>
                </span>
              ),
            }))}
          />
        ) : (
          !asked && (
            <p className="text-muted">
              Choose one of three videos, and a draft in your voice appears here. Nothing is posted before you
              approve it.
            </p>
          )
        )}
      </div>
      <ModelLine />
      {videos.map((video) => (
        <div
          key={video.id}
          className={video.id === shown?.id ? 'mt-3 flex min-h-88 grow flex-col gap-2' : 'hidden'}
        >
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
      {!shown && <div className="mt-3 min-h-88" />}
    </Step>
  );
}

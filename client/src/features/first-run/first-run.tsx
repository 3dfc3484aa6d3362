import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { isSavableText } from '#shared/rules/comment-text.ts';
import { errorText } from '../../api/http.ts';
import { emptySearch, keptSearchQuery, runSearch } from '../../api/videos.ts';
import { PageHeader } from '../../components/page.tsx';
import { PreparedNote } from '../../components/prepared-note.tsx';
import { SampleOffer } from '../../components/sample-offer.tsx';
import { SandboxTopics } from '../../components/search-help.tsx';
import { Thumbnail } from '../../components/thumbnail.tsx';
import { Button, ButtonLink, Input, TextLink } from '../../components/ui/button.tsx';
import { RadioGroup } from '../../components/ui/choices.tsx';
import { Failure } from '../../components/ui/form-fields.tsx';
import { DraftStatus, ModelName, useStyle } from '../../drafting/draft-choices.tsx';
import { DraftEndNotice, QualityBadge } from '../../drafting/draft-details.tsx';
import { useQueueComment } from '../../drafting/generate-footer.tsx';
import { useCommentEditor } from '../../drafting/use-comment-editor.ts';
import { type DraftWay, useDraft } from '../../drafting/use-draft.ts';
import { canGenerate } from '../../drafting/video-selection.ts';
import { EditorFrame } from '../../review/editor/comment-editor.tsx';
import { useMarkedText } from '../../review/editor/marked-text.tsx';
import {
  type Mark,
  STANDING_COLORS,
  sourceWords,
  standingOf,
} from '../../review/editor/marks.ts';
import { StyleStep } from './first-style.tsx';
import { PasteStep, Step, type StepState, useTyped, useVoice } from './paste-step.tsx';

const SourcesLine = ({ marks }: { marks: readonly Mark[] }) => (
  <ol
    aria-label="Sources"
    className="flex min-h-4 flex-wrap gap-x-3 gap-y-1 text-xs text-soft"
  >
    {marks.map((mark) => (
      <li key={mark.number}>
        <span className={`font-semibold ${STANDING_COLORS[standingOf(mark)]}`}>
          {mark.number}
        </span>{' '}
        {sourceWords(mark, [])}
      </li>
    ))}
  </ol>
);

function generateLabel(isWriting: boolean, hasDraft: boolean): string {
  if (isWriting) return 'Generating...';
  return hasDraft ? 'Not quite me' : 'Generate Comment';
}

interface AddToQueueProps {
  hasDraft: boolean;
  isDisabled: boolean;
  isPending: boolean;
  onAdd: () => void;
}

const AddToQueue = ({ hasDraft, isDisabled, isPending, onAdd }: AddToQueueProps) => (
  <Button
    variant={hasDraft ? 'primary' : 'secondary'}
    size="lg"
    className="flex-1 laptop:px-2"
    disabled={isDisabled}
    aria-disabled={isPending}
    onClick={() => !isPending && onAdd()}
  >
    Add to Queue
  </Button>
);

/**
 * Shows the field and its buttons from the start, so that nothing moves while the user
 * presses a button.
 */
function FirstDraft(props: {
  video: FoundVideo;
  isQueued: boolean;
  onQueued: () => void;
}) {
  const { video, isQueued, onQueued } = props;
  const editor = useCommentEditor();
  const draft = useDraft(video, editor);
  const queue = useQueueComment(editor);
  const main = useRef<HTMLDivElement>(null);
  const { comment } = editor;
  const { end } = draft;
  const isWriting = draft.busy === 'writing';
  const isBusy = isWriting || queue.isPending;
  const { style } = useStyle();
  const [drafts, setDrafts] = useState(0);
  const run = (how: DraftWay = {}) => {
    setDrafts((count) => count + 1);
    void draft.run({ style, ...how });
  };
  const marked = useMarkedText(editor, comment, isBusy || isQueued);
  // The pressed button disappears or is disabled, so move the focus to the next one.
  const hasDraft = comment !== null;
  useEffect(() => {
    if (hasDraft) main.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [hasDraft, isQueued]);
  const notice = end && (
    <DraftEndNotice end={end} text={draft.live ?? ''} disabled={isBusy} onRun={run} />
  );
  const isInstead = end?.kind === 'nothing' || (end?.kind === 'failed' && !comment);
  return (
    <>
      {isInstead ? (
        notice
      ) : (
        <EditorFrame
          label="Your first comment"
          marked={marked}
          unsaved={editor}
          live={draft.live}
          video={video}
        >
          {comment && (
            <span className="ml-auto">
              <QualityBadge comment={comment} />
            </span>
          )}
        </EditorFrame>
      )}
      <SourcesLine marks={marked.marks} />
      {!isInstead && notice}
      {comment && !isWriting && <PreparedNote comment={comment} isAnother={drafts > 1} />}
      <DraftStatus isWriting={isWriting} hasDraft={hasDraft} />
      <div ref={main} className="mt-auto flex flex-wrap gap-2 pt-1">
        {isQueued && comment ? (
          <ButtonLink
            href={`/queue?comment=${comment.id}`}
            variant="primary"
            size="lg"
            className="flex-1"
          >
            Review It
          </ButtonLink>
        ) : (
          <AddToQueue
            hasDraft={hasDraft}
            isDisabled={!hasDraft || isWriting || !isSavableText(editor.text)}
            isPending={queue.isPending}
            onAdd={() => void queue.run(false, onQueued)}
          />
        )}
        {/* Not `disabled` while it works, since that would lose the focus. */}
        <Button
          variant={hasDraft ? 'secondary' : 'primary'}
          size="lg"
          className="w-44 laptop:w-38 laptop:px-2"
          disabled={isQueued}
          aria-disabled={isBusy}
          onClick={() => !isBusy && run()}
        >
          {generateLabel(isWriting, hasDraft)}
        </Button>
      </div>
    </>
  );
}

const OFFERED = 3;

/** Searches and drafts only when the user presses a button. */
function DraftStep(props: {
  state: StepState;
  subject: string;
  /** The video whose draft was queued. */
  queued: number | null;
  onSearch: (q: string) => void;
  onSkip: () => void;
  onQueued: (videoId: number) => void;
}) {
  const { state, subject, queued, onSearch, onSkip, onQueued } = props;
  const words = useTyped('first-run.video', subject);
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState('');
  const client = useQueryClient();
  const found = useQuery(keptSearchQuery(asked ? { ...emptySearch, q: asked } : null));
  const choices = useRef<HTMLDivElement>(null);
  const isFound = asked !== '' && !found.isPlaceholderData && found.data != null;
  const videos = isFound
    ? (found.data?.videos ?? []).filter(canGenerate).slice(0, OFFERED)
    : [];
  const shown = videos.find(({ id }) => String(id) === chosen) ?? videos[0];

  useEffect(() => {
    if (isFound)
      choices.current
        ?.querySelector<HTMLElement>('[role=radio][aria-checked=true]')
        ?.focus();
  }, [isFound, asked]);

  const search = (q: string) => {
    setChosen('');
    void runSearch(client, { ...emptySearch, q });
    setAsked(q);
    onSearch(q);
  };

  const find = (event: FormEvent) => {
    event.preventDefault();
    const q = words.value.trim();
    if (q && !found.isFetching) search(q);
  };

  const findTopic = (q: string) => {
    words.type(q);
    search(q);
  };

  return (
    <Step number={3} title="First draft" state={state} onSkip={onSkip} footer={null}>
      <form onSubmit={find} className="flex gap-2">
        <Input
          type="search"
          aria-label="Words, or a video's address"
          placeholder="Words, or a video’s address"
          maxLength={300}
          value={words.value}
          onValueChange={words.type}
        />
        <Button
          type="submit"
          className="w-28"
          disabled={words.value.trim() === ''}
          aria-disabled={found.isFetching}
        >
          {found.isFetching ? 'Searching...' : 'Find Videos'}
        </Button>
      </form>
      {/* Reserves the height of three videos. */}
      <div
        ref={choices}
        className="my-3 min-h-38 laptop:my-2 laptop:min-h-34 laptop:[&_[role=radio]]:py-1"
      >
        <Failure>
          {asked && found.error && errorText(found.error, 'Failed to search videos')}
        </Failure>
        {isFound && !found.isFetching && videos.length === 0 && (
          <div className="text-muted">
            <p role="status">No Videos Found. Try other words.</p>
            <SandboxTopics q={asked} onSearch={findTopic} />
          </div>
        )}
        {shown ? (
          <RadioGroup
            label="Video to comment on"
            value={String(shown.id)}
            onValueChange={setChosen}
            options={videos.map((video) => ({
              value: String(video.id),
              label: (
                <span className="relative -top-0.75 flex items-center gap-2.5">
                  <Thumbnail src={video.thumbnailUrl} className="w-12" />
                  <span
                    dir="auto"
                    title={video.title}
                    className="line-clamp-2 min-w-0 text-left text-sm leading-tight laptop:text-xs laptop:leading-tight"
                  >
                    {video.title}
                  </span>
                </span>
              ),
            }))}
          />
        ) : (
          !asked && (
            <p className="text-muted">
              Choose one of three videos, and a draft in your voice appears here. Nothing
              is posted before you approve it.
            </p>
          )
        )}
      </div>
      <p className="flex min-h-4 gap-x-2 text-xs text-muted">
        <ModelName />
        <TextLink href="/settings?tab=general" className="shrink-0 font-medium">
          Choose the model
        </TextLink>
      </p>
      {videos.map((video) => (
        <div
          key={video.id}
          className={
            video.id === shown?.id
              ? 'mt-3 flex min-h-88 grow flex-col gap-2 laptop:mt-2 laptop:min-h-72 laptop:gap-1.5 laptop:[--editor-height:12rem]'
              : 'hidden'
          }
        >
          <FirstDraft
            video={video}
            isQueued={queued === video.id}
            onQueued={() => onQueued(video.id)}
          />
        </div>
      ))}
      {!shown && <div className="mt-3 min-h-88 laptop:mt-2 laptop:min-h-72" />}
    </Step>
  );
}

/**
 * Guides a new user in three steps to a first draft in their own voice. Each step can be
 * skipped.
 */
export function FirstRun({
  lastSearch,
  onClose,
}: {
  lastSearch: string;
  onClose: () => void;
}) {
  const { isKnown, profile, own, rules } = useVoice();
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set());
  const [queued, setQueued] = useState<number | null>(null);
  const [search, setSearch] = useState(lastSearch);
  const steps = useRef<HTMLDivElement>(null);

  const hasOwn = (own?.total ?? 0) > 0;
  const isStyleKept =
    rules.some(({ status }) => status === 'accepted') ||
    (profile !== undefined && !hasOwn);
  const done = [hasOwn, isStyleKept, queued !== null];
  const now = done.findIndex((isDone, at) => !isDone && !skipped.has(at));
  const stateOf = (at: number): StepState => {
    if (done[at]) return 'done';
    return at === now ? 'now' : 'later';
  };
  const goTo = (step: number) =>
    steps.current?.querySelector<HTMLElement>(`[data-step="${step}"]`)?.focus();
  const skip = (at: number) => () => {
    if (at === done.length - 1) return onClose();
    setSkipped((before) => new Set(before).add(at));
    goTo(at + 2);
  };

  return (
    <>
      <PageHeader
        title="Discover Videos"
        actions={
          <>
            {/* In the title row, so that nothing moves when the offer appears. */}
            <SampleOffer place="title" />
            <Button variant="ghost" onClick={onClose}>
              {queued !== null ? 'Close setup' : 'Skip setup'}
              <ArrowRight />
            </Button>
          </>
        }
      />
      <div className="px-(--gutter) pt-4 pb-6 laptop:flex laptop:items-baseline laptop:gap-4 laptop:pt-0 laptop:pb-3">
        <h2 className="text-2xl font-semibold tracking-tight laptop:text-xl">
          Make the drafts sound like you
        </h2>
        <p className="mt-1 text-lg text-soft laptop:text-base">
          Three steps, about two minutes. Skip any of them and come back under Voice
          Profile.
        </p>
      </div>
      <div
        ref={steps}
        aria-busy={!isKnown}
        className="mb-(--nav-bar) grid border-y border-line lg:grid-cols-3 lg:px-[calc(var(--gutter)-1.5rem)]"
      >
        <PasteStep state={stateOf(0)} onSkip={skip(0)} onAdded={() => goTo(2)} />
        <StyleStep
          state={stateOf(1)}
          search={search}
          onSkip={skip(1)}
          onSaved={() => goTo(3)}
        />
        <DraftStep
          state={stateOf(2)}
          subject={profile?.expertiseAreas[0] ?? ''}
          onSearch={setSearch}
          onSkip={skip(2)}
          queued={queued}
          onQueued={setQueued}
        />
      </div>
      <div className="px-(--gutter) py-4 empty:hidden sm:hidden">
        <SampleOffer place="end" />
      </div>
    </>
  );
}

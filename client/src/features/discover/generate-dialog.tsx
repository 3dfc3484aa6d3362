import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { whyNotEditable } from '#shared/rules/comment-status.ts';
import { isSavableText } from '#shared/rules/comment-text.ts';
import { countOf } from '#shared/rules/format.ts';
import { useLoadModel } from '../../api/settings.ts';
import { EditorFrame, Steering } from '../../components/comment-editor.tsx';
import { ChannelWarning } from '../../components/comment-state.tsx';
import { type MarkedTextState, useMarkedText } from '../../components/marked-text.tsx';
import { Thumbnail } from '../../components/pictures.tsx';
import { PreparedNote } from '../../components/prepared-note.tsx';
import { RelationLine } from '../../components/relation-line.tsx';
import { Button } from '../../components/ui/button.tsx';
import { RadioGroup } from '../../components/ui/choices.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { draftOnOpenPreference, usePreference } from '../../lib/storage.ts';
import {
  DraftChoices,
  ModelName,
  PointField,
  styles,
  useQueueBoxes,
  useStyle,
  WhatChanged,
} from './draft-choices.tsx';
import { DialogPanes, DraftDetails, DraftEndNotice, DraftFacts, DraftWaiting } from './draft-details.tsx';
import { GenerateFooter, useApprove, useQueueComment } from './generate-footer.tsx';
import { Material } from './material.tsx';
import { type GivenState, useGiven } from './own-material.tsx';
import { type CommentEditorState, useByHand, useCommentEditor } from './use-comment-editor.ts';
import { type DraftState, type DraftWay, useDraft } from './use-draft.ts';
import { useVoice, VoiceChoice, voiceField } from './voice-choice.tsx';

/**
 * Calls `run` once when ready, if `starts` is true on the first render. Waits
 * for a task first, because React mounts each component twice in development.
 */
function useStart(starts: boolean, isReady: boolean, run: () => void): void {
  const [isWanted] = useState(starts);
  const start = useEffectEvent(run);
  useEffect(() => {
    if (!isWanted || !isReady) return;
    const timer = setTimeout(start);
    return () => clearTimeout(timer);
  }, [isWanted, isReady]);
}

/** Returns a function that focuses the field as soon as `isShown` is true. */
function useFocusOnce(isShown: boolean, field: RefObject<HTMLElement | null>): () => void {
  const isWanted = useRef(false);
  useEffect(() => {
    if (isShown && isWanted.current) field.current?.focus();
  }, [isShown, field]);
  return () => {
    isWanted.current = true;
  };
}

const isMainKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !event.repeat;

const VideoHead = ({ video }: { video: FoundVideo }) => (
  <section aria-label="Video" className="flex flex-col gap-2">
    <div className="flex min-h-15 items-center gap-3 md:items-start">
      <Thumbnail src={video.thumbnailUrl} className="w-16 rounded-[4px] md:w-26" />
      <div className="min-w-0">
        <h3
          dir="auto"
          className="line-clamp-1 text-left text-sm font-semibold md:line-clamp-4 md:text-base md:leading-4.5"
        >
          {video.title}
        </h3>
        <p className="text-xs text-muted tabular-nums max-md:truncate md:mt-1">
          {video.channelTitle} · {countOf(video.viewCount, 'view')}
        </p>
        <div className="mt-2 empty:hidden">
          <ChannelWarning channelId={video.channelId} />
        </div>
      </div>
    </div>
    <div className="empty:hidden max-md:pb-2">
      <RelationLine video={video} />
    </div>
  </section>
);

function closingNote(hasDraft: boolean, isWriting: boolean, isTyped: boolean): string | null {
  if (hasDraft) return 'Closing keeps this draft.';
  if (isTyped) return 'Closing keeps what you typed.';
  return isWriting ? 'Closing cancels this draft.' : null;
}

/** A text without a draft has no gaps and no sources. */
const OWN_TEXT = {};

function draftStatus(isWriting: boolean, hasDraft: boolean): string {
  if (isWriting) return 'Writing a draft';
  return hasDraft ? 'The draft is ready' : '';
}

function generateLabel(isWriting: boolean, hasDraft: boolean): string {
  if (isWriting) return 'Generating...';
  return hasDraft ? 'Generate Again' : 'Generate Comment';
}

interface Activity {
  editor: CommentEditorState;
  draft: DraftState;
  isApproving: boolean;
  isQueuing: boolean;
}

/** Returns what can be done with the text now. */
function stateOf({ editor, draft, isApproving, isQueuing }: Activity) {
  const { comment } = editor;
  const text = draft.live ?? editor.text;
  const hasText = text.trim() !== '';
  const isChanging = draft.busy !== null || isApproving || editor.isStoring;
  const isBusy = isChanging || isQueuing;
  return {
    text,
    hasText,
    isWriting: draft.busy === 'writing',
    // While the outcome of posting is unknown, the text cannot be edited.
    isReadOnly: isChanging || (comment !== null && whyNotEditable(comment, comment.posting) !== null),
    isBusy,
    canAct: isSavableText(text) && !isBusy,
    canQueue: hasText && !isBusy,
  };
}

interface DraftEditorProps {
  video: FoundVideo;
  editor: CommentEditorState;
  draft: DraftState;
  marked: MarkedTextState;
  instead: ReactNode;
}

function DraftEditor({ video, editor, draft, marked, instead }: DraftEditorProps) {
  const { comment, isByHand, edited } = editor;
  const { live, replaced, waiting, isBeingRead, vouch } = draft;
  return (
    <EditorFrame
      label={isByHand ? 'Your comment' : 'Generated comment'}
      {...(isByHand && { placeholder: 'Write your comment. No model is asked.' })}
      marked={marked}
      unsaved={editor}
      live={live}
      instead={instead}
      video={video}
      onVouch={(sentence) => void vouch(sentence)}
    >
      {replaced && <span role="status">{replaced}</span>}
      {waiting && <DraftWaiting key={waiting.name} waiting={waiting} />}
      {comment && <DraftFacts comment={comment} edited={edited} isReading={isBeingRead} />}
    </EditorFrame>
  );
}

const OtherTakes = ({ draft, isDisabled }: { draft: DraftState; isDisabled: boolean }) => (
  <Button
    className="max-sm:w-full"
    disabled={isDisabled || draft.isWritingOthers}
    onClick={() => void draft.writeOthers()}
  >
    {draft.isWritingOthers ? 'Writing…' : 'Two other takes'}
  </Button>
);

interface BelowEditorProps {
  comment: Comment;
  text: string;
  draft: DraftState;
  canAct: boolean;
  isBusy: boolean;
}

/** Shows what the last change did, and what the draft rests on. */
const BelowEditor = ({ comment, text, draft, canAct, isBusy }: BelowEditorProps) => {
  const { change } = draft;
  return (
    <>
      {change && <WhatChanged {...change} disabled={isBusy} onUndo={() => void draft.pick(change.before)} />}
      <DraftDetails
        comment={comment}
        text={text}
        isReading={draft.isBeingRead}
        onReadAgain={canAct && !draft.isWritingOthers ? () => void draft.readAgain() : null}
      />
    </>
  );
};

interface DraftButtonsProps {
  draft: DraftState;
  hasDraft: boolean;
  isPressed: boolean;
  isBusy: boolean;
  onRun: () => void;
  /** Null if writing by hand is not offered. */
  onByHand: (() => void) | null;
}

function DraftButtons({ draft, hasDraft, isPressed, isBusy, onRun, onByHand }: DraftButtonsProps) {
  const isWriting = draft.busy === 'writing';
  return (
    <>
      <span role="status" className="sr-only">
        {draftStatus(isWriting, hasDraft)}
      </span>
      {isWriting && <Button onClick={draft.stop}>Stop</Button>}
      {onByHand && <Button onClick={onByHand}>Write it yourself</Button>}
      <Button
        className="w-36"
        variant={hasDraft || isPressed ? 'secondary' : 'primary'}
        disabled={isBusy}
        onClick={onRun}
      >
        {generateLabel(isWriting, hasDraft)}
      </Button>
    </>
  );
}

interface DraftPaneProps {
  video: FoundVideo;
  isPressed: boolean;
  voice: ReturnType<typeof useVoice>;
  styling: Pick<ReturnType<typeof useStyle>, 'style' | 'setStyle'>;
  given: GivenState;
  editor: CommentEditorState;
  draft: DraftState;
  marked: MarkedTextState;
  state: ReturnType<typeof stateOf>;
  onRun: (how?: DraftWay) => void;
  onDrafted: (isNew: boolean) => boolean;
  onByHand: () => void;
}

/** The video and its material, the options for the draft, and its text. */
function DraftPane(props: DraftPaneProps) {
  const { video, isPressed, voice, styling, given, editor, draft, marked, state } = props;
  const { onRun, onDrafted, onByHand } = props;
  const { style, setStyle } = styling;
  const { comment, isByHand } = editor;
  const { text, hasText, isWriting, isBusy, canAct } = state;
  const hasDraft = comment !== null;
  const { end } = draft;
  const notice = end && (
    <DraftEndNotice
      end={end}
      text={text}
      disabled={isBusy}
      onRun={onRun}
      onByHand={hasDraft ? null : onByHand}
    />
  );
  const standsForDraft = end?.kind === 'failed' && !hasText;
  // A failure offers it where it explains itself.
  const canBegin = !hasDraft && !isByHand && !isWriting && !end;
  // Other takes are kept with a draft that the model wrote.
  const hasOtherTakes = hasDraft && comment.model !== null;
  return (
    <DialogPanes
      head={<VideoHead video={video} />}
      side={<Material video={video} given={given} marked={marked} />}
    >
      <PointField
        value={given.point}
        onValueChange={given.setPoint}
        canDraft={!isBusy && (!hasDraft || given.isNewFor(style))}
        isNew={given.isNewFor(style)}
        onDraft={() => onRun()}
      >
        <VoiceChoice voice={voice} disabled={isBusy} />
      </PointField>
      <RadioGroup
        segmented
        label="Comment style"
        options={styles}
        value={style}
        onValueChange={setStyle}
        disabled={isWriting}
      />
      <DraftChoices
        choices={draft.choices}
        disabled={isBusy}
        onPick={({ content }) => void draft.pick(content)}
        instead={end?.kind === 'nothing' && notice}
        actions={
          <DraftButtons
            draft={draft}
            hasDraft={hasDraft}
            isPressed={isPressed}
            isBusy={isBusy}
            onRun={() => onRun()}
            onByHand={canBegin ? onByHand : null}
          />
        }
      />
      <DraftEditor
        video={video}
        editor={editor}
        draft={draft}
        marked={marked}
        instead={standsForDraft && <div className="grid min-h-59">{notice}</div>}
      />
      {comment && !isWriting && <PreparedNote comment={comment} />}
      {end?.kind !== 'nothing' && !standsForDraft && notice}
      <Steering
        disabled={!hasDraft || !canAct}
        onWish={(wish) => draft.steer({ style, ...given.material, ...wish }).then(onDrafted)}
      >
        <OtherTakes draft={draft} isDisabled={!hasOtherTakes || !canAct || editor.edited} />
      </Steering>
      {comment && (
        <BelowEditor comment={comment} text={editor.text} draft={draft} canAct={canAct} isBusy={isBusy} />
      )}
    </DialogPanes>
  );
}

interface GenerateFormProps {
  video: FoundVideo;
  /**
   * Whether a button opened the dialog. Opened by an address, Back or a reload, it does not start a draft.
   */
  isPressed: boolean;
  onStart?: () => void;
  onNext?: (() => void) | null;
}

function GenerateForm({
  video,
  isPressed,
  onStart,
  leave,
  isInSelection,
  onNext = null,
  onDone,
}: GenerateFormProps & {
  /** The form sets this to a function that is called before the dialog closes. */
  leave: RefObject<() => unknown>;
  isInSelection: boolean;
  onDone: () => void;
}) {
  const [draftOnOpen] = usePreference(draftOnOpenPreference);
  const voice = useVoice();
  const { style, setStyle, isKnown } = useStyle(voice.chosen);
  const boxes = useQueueBoxes();
  const byHand = useByHand(video, style);
  const editor = useCommentEditor({ byHand });
  const given = useGiven(video.id, voiceField(voice));
  const draft = useDraft(video, editor);
  const queue = useQueueComment(editor);
  const finish = (then: () => void) => () => {
    given.forget();
    then();
  };
  const approve = useApprove(editor, finish(onDone));
  const { comment, isByHand } = editor;
  const state = stateOf({
    editor,
    draft,
    isApproving: approve.isPending,
    isQueuing: queue.isPending,
  });
  const { hasText, isWriting, isReadOnly, canAct, canQueue } = state;
  const marked = useMarkedText(editor, comment ?? (isByHand ? OWN_TEXT : null), isReadOnly);

  const drafted = (isNew: boolean) => {
    if (isNew) given.draftedWith(style);
    return isNew;
  };
  const run = (how: DraftWay = {}) => {
    onStart?.();
    void draft.run({ style, material: given.material, ...how }).then(drafted);
  };
  useStart(isPressed && draftOnOpen === 'on' && !isByHand, isKnown, () => run());

  const focusSoon = useFocusOnce(isByHand, marked.field);
  /** Goes on by hand from what the model has written so far. */
  const writeByHand = () => {
    byHand.begin(draft.live ?? '');
    draft.leave();
    focusSoon();
  };

  useEffect(() => {
    // Keep the point, notes and transcript until there is a draft.
    leave.current = () => comment && given.forget();
  });

  const add = (then: () => void) => void queue.run(boxes.autoPost, finish(then));

  /** Ctrl+Enter adds the text to the queue, or only saves it if the box is not checked. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isMainKey(event) || !canQueue) return;
    event.preventDefault();
    if (boxes.toQueue) add(onNext ?? onDone);
    else void editor.saveEdits();
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: listens to a key of the buttons inside it. */}
      <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
        <DraftPane
          video={video}
          isPressed={isPressed}
          voice={voice}
          styling={{ style, setStyle }}
          given={given}
          editor={editor}
          draft={draft}
          marked={marked}
          state={state}
          onRun={run}
          onDrafted={drafted}
          onByHand={writeByHand}
        />
        <GenerateFooter
          boxes={boxes}
          approve={approve}
          canAct={canAct}
          canQueue={canQueue}
          hasDraft={editor.canSave}
          openGaps={marked.gaps.length}
          onSave={editor.canSave && hasText ? () => void editor.saveEdits() : null}
          closingNote={closingNote(comment !== null, isWriting, isByHand && hasText)}
          failed={comment?.status === 'failed' ? comment : null}
          onAdd={() => add(onDone)}
          next={isInSelection ? { canGo: onNext !== null, go: () => onNext && add(onNext) } : null}
        />
      </div>
      {approve.questions}
    </>
  );
}

interface GenerateDialogProps extends GenerateFormProps {
  place?: { at: number; of: number } | null;
  onClose: () => void;
}

/** Must be mounted anew each time it opens, so that it starts with an empty text. */
export function GenerateDialog({ place = null, onClose, ...form }: GenerateDialogProps) {
  useLoadModel();
  const leave = useRef((): unknown => undefined);
  const isLeft = useRef(false);
  const close = () => {
    // Closing takes a moment, so a second press must not call this again.
    if (!isLeft.current) leave.current();
    isLeft.current = true;
    onClose();
  };
  return (
    <Dialog
      onClose={close}
      size="desk"
      flush
      title="Generate Comment"
      aside={
        <>
          <ModelName />
          {place && (
            <span className="ml-auto text-sm whitespace-nowrap text-muted tabular-nums">
              {place.at} of {place.of} <span className="max-sm:sr-only">selected</span>
            </span>
          )}
        </>
      }
    >
      <GenerateForm
        key={form.video.id}
        {...form}
        leave={leave}
        isInSelection={place !== null}
        onDone={onClose}
      />
    </Dialog>
  );
}

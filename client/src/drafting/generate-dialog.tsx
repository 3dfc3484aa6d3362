import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { useLoadModel } from '../api/settings.ts';
import { PreparedNote } from '../components/prepared-note.tsx';
import { Button } from '../components/ui/button.tsx';
import { RadioGroup } from '../components/ui/choices.tsx';
import { Dialog } from '../components/ui/dialog.tsx';
import { draftOnOpenPreference, usePreference } from '../lib/storage.ts';
import { Steering } from '../review/editor/comment-editor.tsx';
import { useMarkedText } from '../review/editor/marked-text.tsx';
import {
  DraftChoices,
  ModelName,
  PointField,
  styles,
  useQueueBoxes,
  useStyle,
} from './draft-choices.tsx';
import { DialogPanes, DraftEndNotice } from './draft-details.tsx';
import { DraftMannerChoices, useDraftManner } from './draft-manner.tsx';
import {
  BelowEditor,
  DraftButtons,
  DraftEditor,
  stateOf,
  VideoHead,
} from './draft-pane.tsx';
import { GenerateFooter, useApprove, useQueueComment } from './generate-footer.tsx';
import { Material } from './material.tsx';
import { useGiven } from './own-material.tsx';
import { useByHand, useCommentEditor } from './use-comment-editor.ts';
import { type DraftWay, useDraft } from './use-draft.ts';

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
function useFocusOnce(
  isShown: boolean,
  field: RefObject<HTMLElement | null>,
): () => void {
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

/** A text without a draft has no gaps and no sources. */
const OWN_TEXT = {};

interface GenerateFormProps {
  video: FoundVideo;
  /**
   * Whether a button opened the dialog. Opened by an address, Back or a reload, it does
   * not start a draft.
   */
  isPressed: boolean;
  onStart?: () => void;
  onNext?: (() => void) | null;
}

interface FormProps extends GenerateFormProps {
  /** The form sets this to a function that is called before the dialog closes. */
  leave: RefObject<() => unknown>;
  isInSelection: boolean;
  onDone: () => void;
}

/** Holds what the form works with, and what its buttons do. */
function useGenerateForm({
  video,
  isPressed,
  onStart,
  onNext = null,
  leave,
  onDone,
}: FormProps) {
  const [draftOnOpen] = usePreference(draftOnOpenPreference);
  const manner = useDraftManner();
  const { style, setStyle, isKnown } = useStyle(manner.chosenVoice);
  const byHand = useByHand(video, style);
  const editor = useCommentEditor({ byHand });
  const given = useGiven(video.id, manner.fields);
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
  const marked = useMarkedText(
    editor,
    comment ?? (isByHand ? OWN_TEXT : null),
    state.isReadOnly,
  );

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

  const boxes = useQueueBoxes();
  const add = (then: () => void) => void queue.run(boxes.autoPost, finish(then));

  /**
   * Ctrl+Enter adds the text to the queue, or only saves it if the box is not checked.
   */
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isMainKey(event) || !state.canQueue) return;
    event.preventDefault();
    if (boxes.toQueue) add(onNext ?? onDone);
    else void editor.saveEdits();
  };

  return {
    manner,
    style,
    setStyle,
    given,
    editor,
    draft,
    marked,
    state,
    boxes,
    approve,
    drafted,
    run,
    writeByHand,
    add,
    onKeyDown,
  };
}

/** The video and its material, the options for the draft, its text, and the buttons. */
function GenerateForm(props: FormProps) {
  const { video, isPressed, isInSelection, onNext = null, onDone } = props;
  const form = useGenerateForm(props);
  const { manner, style, setStyle, given, editor, draft, marked, state } = form;
  const { boxes, approve, drafted, run, writeByHand, add, onKeyDown } = form;
  const { comment, isByHand } = editor;
  const { text, hasText, isWriting, isBusy, canAct } = state;
  const hasDraft = comment !== null;
  const { end } = draft;

  const notice = end && (
    <DraftEndNotice
      end={end}
      text={text}
      disabled={isBusy}
      onRun={run}
      onByHand={hasDraft ? null : writeByHand}
    />
  );
  const standsForDraft = end?.kind === 'failed' && !hasText;
  // A failure offers it where it explains itself.
  const canBegin = !hasDraft && !isByHand && !isWriting && !end;
  // Other takes are kept with a draft that the model wrote.
  const hasOtherTakes = comment?.model != null;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: listens to a key of the buttons inside it. */}
      <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
        <DialogPanes
          head={<VideoHead video={video} />}
          side={<Material video={video} given={given} marked={marked} />}
        >
          <PointField
            value={given.point}
            onValueChange={given.setPoint}
            canDraft={!isBusy && (!hasDraft || given.isNewFor(style))}
            isNew={given.isNewFor(style)}
            onDraft={() => run()}
          >
            <DraftMannerChoices manner={manner} disabled={isBusy} />
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
            picked={draft.picked}
            disabled={isBusy}
            onPick={({ content }) => void draft.pick(content)}
            instead={end?.kind === 'nothing' && notice}
            actions={
              <DraftButtons
                state={state}
                hasDraft={hasDraft}
                isPressed={isPressed}
                onStop={draft.stop}
                onRun={() => run()}
                onByHand={canBegin ? writeByHand : null}
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
            onWish={(wish) =>
              draft.steer({ style, ...given.material, ...wish }).then(drafted)
            }
          >
            <Button
              className="max-sm:w-full"
              disabled={!hasOtherTakes || !canAct || editor.edited}
              busy={draft.isWritingOthers && 'Writing…'}
              onClick={() => void draft.writeOthers()}
            >
              Two other takes
            </Button>
          </Steering>
          <BelowEditor editor={editor} draft={draft} state={state} />
        </DialogPanes>
        <GenerateFooter
          boxes={boxes}
          approve={approve}
          editor={editor}
          state={state}
          openGaps={marked.gaps.length}
          onAdd={add}
          onDone={onDone}
          isInSelection={isInSelection}
          onNext={onNext}
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

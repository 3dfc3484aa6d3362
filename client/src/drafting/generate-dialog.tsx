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
import { Dialog } from '../components/ui/dialog.tsx';
import { draftOnOpenPreference, usePreference } from '../lib/storage.ts';
import { useMarkedText } from '../review/editor/marked-text.tsx';
import { ModelName, useQueueBoxes, useStyle } from './draft-choices.tsx';
import { useDraftManner } from './draft-manner.tsx';
import { DraftPane, stateOf } from './draft-pane.tsx';
import { GenerateFooter, useApprove, useQueueComment } from './generate-footer.tsx';
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

function closingNote(
  hasDraft: boolean,
  isWriting: boolean,
  isTyped: boolean,
): string | null {
  if (hasDraft) return 'Closing keeps this draft.';
  if (isTyped) return 'Closing keeps what you typed.';
  return isWriting ? 'Closing cancels this draft.' : null;
}

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
  const manner = useDraftManner();
  const { style, setStyle, isKnown } = useStyle(manner.chosenVoice);
  const boxes = useQueueBoxes();
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
  const { hasText, isWriting, isReadOnly, canAct, canQueue } = state;
  const marked = useMarkedText(
    editor,
    comment ?? (isByHand ? OWN_TEXT : null),
    isReadOnly,
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

  const add = (then: () => void) => void queue.run(boxes.autoPost, finish(then));

  /**
   * Ctrl+Enter adds the text to the queue, or only saves it if the box is not checked.
   */
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
          manner={manner}
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
          next={
            isInSelection
              ? { canGo: onNext !== null, go: () => onNext && add(onNext) }
              : null
          }
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

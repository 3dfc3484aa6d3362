import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { GenerateResponse } from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { useDiscardDraft, useReadAgain } from '../../api/drafts.ts';
import { toastFailure } from '../../api/http.ts';
import { useLoadModel } from '../../api/settings.ts';
import { Steering, type Wish } from '../../components/comment-editor.tsx';
import { useMarkedText } from '../../components/marked-text.tsx';
import { HoldDialog } from '../../components/post-now.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogContent } from '../../components/ui/dialog.tsx';
import { useArming } from '../../lib/presses.ts';
import { draftOnOpenPreference, usePreference } from '../../lib/storage.ts';
import { toast } from '../../lib/toast.ts';
import { readUnsavedText } from '../../lib/unsaved.ts';
import { CommentEditor, GroundedField, useCommentEditor } from './comment-editor.tsx';
import { DraftChoices, useDraftChoices, WhatChanged } from './draft-choices.tsx';
import { analysisOf, DialogPanes, DraftDetails, DraftFacts } from './draft-details.tsx';
import {
  BrokenDraftNotice,
  DraftWaiting,
  ModelFailureNotice,
  ModelName,
  NothingToAddNotice,
  VideoHead,
} from './draft-notices.tsx';
import { GenerateFooter, useApprove, useQueueBoxes, useQueueComment } from './generate-footer.tsx';
import { Material } from './material.tsx';
import { useGiven } from './own-material.tsx';
import { PointField, StylePicker, useStartStyle } from './steering.tsx';
import { keptDraft, useChangeDraft, useGenerate } from './use-generate.ts';

/** Runs once when ready, if it `starts` at first; after a task, as development mounts each component twice. */
function useStart(starts: boolean, isReady: boolean, run: () => void): void {
  const [isWanted] = useState(starts);
  const start = useEffectEvent(run);
  useEffect(() => {
    if (!isWanted || !isReady) return;
    const timer = setTimeout(start);
    return () => clearTimeout(timer);
  }, [isWanted, isReady]);
}

/** What the dialog around the form must know before it closes. */
interface LeaveGuard {
  isArmed: boolean;
  leave: () => void;
}

function GenerateForm({
  video,
  isPressed,
  onStart,
  guard,
  isInSelection,
  onNext,
  onDone,
}: {
  video: FoundVideo;
  isPressed: boolean;
  onStart: (() => void) | undefined;
  guard: RefObject<LeaveGuard>;
  isInSelection: boolean;
  onNext: (() => void) | null;
  onDone: () => void;
}) {
  const [draftOnOpen] = usePreference(draftOnOpenPreference);
  const { startStyle, isKnown } = useStartStyle();
  const [chosenStyle, setChosenStyle] = useState<CommentStyle | null>(null);
  const style = chosenStyle ?? startStyle;
  const boxes = useQueueBoxes();

  const [kept] = useState(() => (isPressed ? '' : readUnsavedText(keptDraft(video.id))));
  const editor = useCommentEditor(video.id, null, kept);
  const drafts = useDraftChoices(editor);
  const given = useGiven(video.id);
  const drafted = (answer: GenerateResponse) => {
    drafts.offer(answer);
    given.draftedWith(style);
  };
  const generate = useGenerate(video, editor, drafted, kept);
  const readAgain = useReadAgain();
  const change = useChangeDraft(editor, drafted);
  const queue = useQueueComment(editor);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  // An answer that comes after closing must not close or open another dialog.
  const ifOpen = (then: () => void) => () => {
    if (isOpen.current) then();
  };
  const finish = (then: () => void) =>
    ifOpen(() => {
      given.forget();
      then();
    });
  const approve = useApprove(editor, finish(onDone));
  const discard = useDiscardDraft();
  const arming = useArming();
  const { comment } = editor;
  const [isSaved, setIsSaved] = useState(false);
  const goesOnClose = comment?.revision === 1 && !editor.edited && !isSaved ? comment : null;
  const hasText = editor.text.trim() !== '';
  const readOnly = generate.isPending || change.isPending || drafts.isPending || approve.isPending;
  const isWriting = drafts.isWriting || readAgain.isPending;
  const isBeingRead = generate.isReading || readAgain.isPending;
  const isBusy = readOnly || queue.isPending;
  const canAct = editor.savable && !isBusy;

  const marked = useMarkedText({
    text: editor.text,
    setText: editor.setText,
    draftGaps: comment?.gaps,
    grounding: comment && analysisOf(comment),
    readOnly,
  });

  const run = (begun?: string, anyway = false) =>
    void generate.run(style, { material: given.changed, anyway, ...(begun !== undefined && { begun }) });
  useStart(isPressed && draftOnOpen === 'on', isKnown, run);

  useEffect(() => {
    guard.current = {
      isArmed: arming.armed !== null,
      leave() {
        if (goesOnClose && !isBusy) discard.mutate(goesOnClose);
        else if (comment) given.forget();
      },
    };
  });

  const start = () => {
    onStart?.();
    run();
  };
  const readTextAgain = async () => {
    const saved = await editor.save();
    if (!saved) return;
    try {
      editor.judge((await readAgain.mutateAsync(saved)).comment);
    } catch (error) {
      toastFailure('Failed to read it again', error);
    }
  };
  const failure = generate.failure && (
    <ModelFailureNotice {...generate.failure} disabled={isBusy} onRetry={start} />
  );
  const steer = (wish: Wish) => change.steer({ style, ...given.changed, ...wish });
  const versionBefore = drafts.choices.find(({ content }) => content === change.change?.before);
  const save = async () => {
    if (!(await editor.save())) return;
    setIsSaved(true);
    toast({ title: 'Comment Saved', description: 'Your edits have been saved successfully.' });
  };
  const add = (then: () => void) => void queue.run(boxes.autoPost, finish(then));

  const onKeyDown = (event: KeyboardEvent) => {
    const isMeant = event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !event.repeat;
    if (!isMeant || !canAct || !boxes.toQueue) return;
    event.preventDefault();
    add(onNext ?? onDone);
  };

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
            canDraft={!isBusy && (comment === null || given.isNewFor(style))}
            isNew={given.isNewFor(style)}
            onDraft={start}
          />
          <StylePicker value={style} onValueChange={setChosenStyle} disabled={generate.isPending} />
          <DraftChoices
            choices={drafts.shownWith(comment)}
            disabled={isBusy}
            onPick={drafts.pick}
            instead={
              generate.nothingToAdd !== null ? (
                <NothingToAddNotice disabled={isBusy} onWrite={() => run(undefined, true)}>
                  {generate.nothingToAdd}
                </NothingToAddNotice>
              ) : null
            }
            actions={
              <>
                <span role="status" className="sr-only">
                  {generate.isPending ? 'Writing a draft' : comment ? 'The draft is ready' : ''}
                </span>
                {generate.isPending && <Button onClick={generate.stop}>Stop</Button>}
                <Button
                  className="w-36"
                  variant={comment || isPressed ? 'secondary' : 'primary'}
                  disabled={isBusy}
                  onClick={start}
                >
                  {generate.isPending ? 'Generating...' : comment ? 'Generate Again' : 'Generate Comment'}
                </Button>
              </>
            }
          />
          <CommentEditor
            editor={editor}
            label="Generated comment"
            live={generate.live}
            field={(control) =>
              (!hasText && failure && <div className="grid min-h-59">{failure}</div>) || (
                <GroundedField
                  video={video}
                  marked={marked}
                  live={generate.live}
                  control={control}
                  onVouch={(sentence) => void change.vouch(sentence)}
                />
              )
            }
          >
            {generate.replaced && <span role="status">{generate.replaced}</span>}
            {generate.waiting && <DraftWaiting key={generate.waiting.name} waiting={generate.waiting} />}
            {comment && <DraftFacts comment={comment} edited={editor.edited} isReading={isBeingRead} />}
          </CommentEditor>
          {hasText && failure}
          {generate.broken && (
            <BrokenDraftNotice {...generate.broken} onContinue={hasText ? () => run(editor.text) : null} />
          )}
          <Steering disabled={!comment || !canAct} onWish={steer}>
            <Button
              className="max-sm:w-full"
              disabled={!comment || !canAct || isWriting || editor.edited}
              onClick={() => void drafts.writeOthers()}
            >
              {drafts.isWriting ? 'Writing…' : 'Two other takes'}
            </Button>
          </Steering>
          {change.change && (
            <WhatChanged
              {...change.change}
              disabled={isBusy}
              onUndo={versionBefore ? () => void drafts.pick(versionBefore) : null}
            />
          )}
          {comment && (
            <DraftDetails
              comment={comment}
              text={editor.text}
              isReading={isBeingRead}
              onReadAgain={canAct && !isWriting ? () => void readTextAgain() : null}
            />
          )}
        </DialogPanes>
        <GenerateFooter
          boxes={boxes}
          approve={approve}
          arming={arming}
          videoId={video.id}
          canAct={canAct}
          hasDraft={comment !== null}
          openGaps={marked.gaps.length}
          onSave={comment && hasText ? () => void save() : null}
          goesOnClose={goesOnClose !== null}
          onAdd={() => add(onDone)}
          next={isInSelection ? { canGo: onNext !== null, go: () => onNext && add(onNext) } : null}
        />
      </div>
      {approve.held && (
        <HoldDialog
          held={approve.held}
          onClose={approve.dismissHeld}
          onTry={() => approve.held && void approve.tryUnderHold(approve.held)}
        />
      )}
    </>
  );
}

interface GenerateDialogProps {
  video: FoundVideo;
  /** Whether a press opened it: an address, Back and a reload start nothing. */
  isPressed: boolean;
  onStart?: () => void;
  place?: { at: number; of: number } | null;
  onNext?: (() => void) | null;
  onClose: () => void;
}

/** Mount it anew for each opening: it starts with an empty text. */
export function GenerateDialog({
  video,
  isPressed,
  onStart,
  place = null,
  onNext = null,
  onClose,
}: GenerateDialogProps) {
  useLoadModel();
  const guard = useRef<LeaveGuard>({ isArmed: false, leave: () => undefined });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return;
        guard.current.leave();
        onClose();
      }}
    >
      <DialogContent
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
        // Escape first takes back Post Now.
        onEscapeKeyDown={(event) => guard.current.isArmed && event.preventDefault()}
      >
        <GenerateForm
          key={video.id}
          video={video}
          isPressed={isPressed}
          onStart={onStart}
          guard={guard}
          isInSelection={place !== null}
          onNext={onNext}
          onDone={onClose}
        />
      </DialogContent>
    </Dialog>
  );
}

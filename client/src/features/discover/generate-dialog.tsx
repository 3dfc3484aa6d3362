import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { whyNotEditable } from '#shared/rules/comment-status.ts';
import { isSavableText } from '#shared/rules/comment-text.ts';
import { countOf } from '#shared/rules/format.ts';
import { useLoadModel } from '../../api/settings.ts';
import { EditorFrame, Steering } from '../../components/comment-editor.tsx';
import { ChannelWarning } from '../../components/comment-state.tsx';
import { useMarkedText } from '../../components/marked-text.tsx';
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
import { useGiven } from './own-material.tsx';
import { useByHand, useCommentEditor } from './use-comment-editor.ts';
import { type DraftWay, useDraft } from './use-draft.ts';
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
  const text = draft.live ?? editor.text;
  const hasText = text.trim() !== '';
  const isWriting = draft.busy === 'writing';
  const readOnly = draft.busy !== null || approve.isPending || editor.isStoring;
  const isBusy = readOnly || queue.isPending;
  const canAct = isSavableText(text) && !isBusy;
  const canQueue = hasText && !isBusy;
  // While the outcome of posting is unknown, the text cannot be edited.
  const rests = comment !== null && whyNotEditable(comment, comment.posting) !== null;
  const marked = useMarkedText(editor, comment ?? (isByHand ? OWN_TEXT : null), readOnly || rests);

  const drafted = (isNew: boolean) => {
    if (isNew) given.draftedWith(style);
    return isNew;
  };
  const run = (how: DraftWay = {}) => {
    onStart?.();
    void draft.run({ style, material: given.material, ...how }).then(drafted);
  };
  useStart(isPressed && draftOnOpen === 'on' && !isByHand, isKnown, () => run());

  /** Goes on by hand from what the model has written so far. */
  const writeByHand = () => {
    byHand.begin(draft.live ?? '');
    draft.leave();
    hasPressedByHand.current = true;
  };
  const hasPressedByHand = useRef(false);
  const { field } = marked;
  useEffect(() => {
    if (isByHand && hasPressedByHand.current) field.current?.focus();
  }, [isByHand, field]);

  useEffect(() => {
    // Keep the point, notes and transcript until there is a draft.
    leave.current = () => comment && given.forget();
  });

  const add = (then: () => void) => void queue.run(boxes.autoPost, finish(then));

  /** Ctrl+Enter adds the text to the queue, or only saves it if the box is not checked. */
  const onKeyDown = (event: KeyboardEvent) => {
    const isMeant = event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !event.repeat;
    if (!isMeant || !canQueue) return;
    event.preventDefault();
    if (boxes.toQueue) add(onNext ?? onDone);
    else void editor.saveEdits();
  };

  const { end, change } = draft;
  const notice = end && (
    <DraftEndNotice
      end={end}
      text={text}
      disabled={isBusy}
      onRun={run}
      onByHand={comment ? null : writeByHand}
    />
  );
  const standsForDraft = end?.kind === 'failed' && !hasText;
  // A failure offers it where it explains itself.
  const canBegin = !comment && !isByHand && !isWriting && !end;
  // Other takes are kept with a draft that the model wrote.
  const hasOtherTakes = comment !== null && comment.model !== null;

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
            onDraft={() => run()}
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
              <>
                <span role="status" className="sr-only">
                  {isWriting ? 'Writing a draft' : comment ? 'The draft is ready' : ''}
                </span>
                {isWriting && <Button onClick={draft.stop}>Stop</Button>}
                {canBegin && <Button onClick={writeByHand}>Write it yourself</Button>}
                <Button
                  className="w-36"
                  variant={comment || isPressed ? 'secondary' : 'primary'}
                  disabled={isBusy}
                  onClick={() => run()}
                >
                  {isWriting ? 'Generating...' : comment ? 'Generate Again' : 'Generate Comment'}
                </Button>
              </>
            }
          />
          <EditorFrame
            label={isByHand ? 'Your comment' : 'Generated comment'}
            {...(isByHand && { placeholder: 'Write your comment. No model is asked.' })}
            marked={marked}
            unsaved={editor}
            live={draft.live}
            instead={standsForDraft && <div className="grid min-h-59">{notice}</div>}
            video={video}
            onVouch={(sentence) => void draft.vouch(sentence)}
          >
            {draft.replaced && <span role="status">{draft.replaced}</span>}
            {draft.waiting && <DraftWaiting key={draft.waiting.name} waiting={draft.waiting} />}
            {comment && <DraftFacts comment={comment} edited={editor.edited} isReading={draft.isBeingRead} />}
          </EditorFrame>
          {comment && !isWriting && <PreparedNote comment={comment} />}
          {end?.kind !== 'nothing' && !standsForDraft && notice}
          <Steering
            disabled={!comment || !canAct}
            onWish={(wish) => draft.steer({ style, ...given.material, ...wish }).then(drafted)}
          >
            <Button
              className="max-sm:w-full"
              disabled={!hasOtherTakes || !canAct || draft.isWritingOthers || editor.edited}
              onClick={() => void draft.writeOthers()}
            >
              {draft.isWritingOthers ? 'Writing…' : 'Two other takes'}
            </Button>
          </Steering>
          {change && (
            <WhatChanged {...change} disabled={isBusy} onUndo={() => void draft.pick(change.before)} />
          )}
          {comment && (
            <DraftDetails
              comment={comment}
              text={editor.text}
              isReading={draft.isBeingRead}
              onReadAgain={canAct && !draft.isWritingOthers ? () => void draft.readAgain() : null}
            />
          )}
        </DialogPanes>
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

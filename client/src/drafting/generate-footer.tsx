import { useMutation } from '@tanstack/react-query';
import type { CommentRow } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { tomorrowMorning } from '#shared/rules/schedule.ts';
import { toastFailure } from '../api/http.ts';
import { useNextFreeSlot } from '../api/posting.ts';
import { useAddToQueue } from '../components/row-actions.tsx';
import { Button, InlineLink } from '../components/ui/button.tsx';
import { Disclosure } from '../components/ui/choices.tsx';
import { DialogClose, DialogFooter } from '../components/ui/dialog.tsx';
import { CheckboxField } from '../components/ui/form-fields.tsx';
import { MainKey } from '../components/ui/keys.tsx';
import { useMedia, useNow } from '../lib/browser.ts';
import { counted } from '../lib/formats.ts';
import { usePressGuard } from '../lib/presses.ts';
import { withControl } from '../lib/shortcuts.ts';
import { viewersZone } from '../lib/time-zone.ts';
import { toast } from '../lib/toast.ts';
import { failureStep, reviewAddress } from '../review/failure-step.ts';
import { PostNow, ReviewQuestions } from '../review/post-now.tsx';
import { nearTime } from '../review/schedule/near-time.ts';
import type { useQueueBoxes } from './draft-choices.tsx';
import type { GenerateState } from './draft-pane.tsx';
import type { CommentEditorState } from './use-comment-editor.ts';

/**
 * Returns the next free slot, or tomorrow morning if there is none; null while loading.
 */
function useNextSlot(): Date | null {
  const slot = useNextFreeSlot();
  const now = useNow();
  return slot === undefined ? null : (slot ?? tomorrowMorning(now, viewersZone()));
}

interface GenerateFooterProps {
  boxes: ReturnType<typeof useQueueBoxes>;
  approve: ReturnType<typeof useApprove>;
  editor: CommentEditorState;
  state: GenerateState;
  openGaps: number;
  /** Adds the text to the queue, then calls `then`. */
  onAdd: (then: () => void) => void;
  onDone: () => void;
  isInSelection: boolean;
  /** Null at the last video of a selection. */
  onNext: (() => void) | null;
}

/** Tells what happens to the draft when the dialog closes. */
function closingNote(
  { comment, isByHand }: CommentEditorState,
  { hasText, isWriting }: GenerateState,
): string | null {
  if (comment) return 'Closing keeps this draft.';
  if (isByHand && hasText) return 'Closing keeps what you typed.';
  return isWriting ? 'Closing cancels this draft.' : null;
}

function afterDrafting(toQueue: boolean, autoPost: boolean): string {
  if (!toQueue) return 'not queued';
  return autoPost ? 'review queue, then auto-post' : 'review queue';
}

const failureAdvice = {
  retry: 'Post Now or Approve & Schedule tries again.',
  edit: 'Edit the text, then post it again.',
  remove: '',
};

function Failure({ comment }: { comment: CommentRow }) {
  const step = failureStep(comment) ?? 'retry';
  return (
    <span role="status" className="text-failed">
      {comment.failureReason} {failureAdvice[step]}
      {step === 'remove' && (
        <InlineLink href={reviewAddress(comment.id)}>Review It</InlineLink>
      )}
    </span>
  );
}

interface AddAndNextProps extends Pick<GenerateFooterProps, 'onAdd' | 'onNext'> {
  isMain: boolean;
  canQueue: boolean;
}

const AddAndNext = ({ onAdd, onNext, isMain, canQueue }: AddAndNextProps) => (
  <Button
    variant={isMain && onNext ? 'primary' : 'secondary'}
    disabled={!canQueue || !onNext}
    onClick={() => onNext && onAdd(onNext)}
  >
    Add &amp; Next
    <MainKey>{withControl('↵')}</MainKey>
  </Button>
);

interface SlotOrGapsProps {
  slot: ReturnType<typeof useNextSlot>;
  openGaps: number;
}

/** When the comment would be posted, or how many gaps are still open. */
function SlotOrGaps({ slot, openGaps }: SlotOrGapsProps) {
  const size = 'font-normal sm:min-w-19';
  if (openGaps > 0) return <span className={size}>{counted(openGaps, 'gap')} open</span>;
  return (
    <time dateTime={slot?.toISOString()} className={`${size} text-muted max-sm:min-h-4`}>
      {slot && nearTime(slot)}
    </time>
  );
}

export function GenerateFooter(props: GenerateFooterProps) {
  const { boxes, approve, editor, state, openGaps } = props;
  const { onAdd, onDone, isInSelection, onNext } = props;
  const { toQueue, autoPost } = boxes;
  const { canAct, canQueue } = state;
  const failed = editor.comment?.status === 'failed' && editor.comment;
  const step = failed && failureStep(failed);
  const canApprove = canAct && editor.canSave && openGaps === 0 && step !== 'remove';
  const guard = usePressGuard();
  const slot = useNextSlot();
  const isPhone = useMedia('(width < 40rem)');
  const ticks = (
    <>
      <CheckboxField
        checked={toQueue}
        onCheckedChange={boxes.setToQueue}
        label="Add to review queue"
      />
      <CheckboxField
        checked={autoPost}
        onCheckedChange={boxes.setAutoPost}
        label="Auto-post after 24h review period"
      />
    </>
  );
  const note = failed ? <Failure comment={failed} /> : closingNote(editor, state);
  return (
    <DialogFooter className="py-2 max-sm:gap-y-1.5 max-sm:pt-0.5 sm:min-h-17">
      {/* On top, so that it does not move the buttons. */}
      {failed && <p className="min-h-4 basis-full text-xs text-soft">{note}</p>}
      {isPhone ? (
        <Disclosure
          summary={
            <>
              <span className="block">
                After drafting: {afterDrafting(toQueue, autoPost)}
              </span>
              <span className="block min-h-4 text-xs text-soft">{!failed && note}</span>
            </>
          }
          className="w-full [&>summary]:min-h-(--control) [&>summary]:items-center"
        >
          <div className="flex flex-col *:items-center [&_label]:flex-1 [&_label]:py-3">
            {ticks}
          </div>
        </Disclosure>
      ) : (
        <div className="mr-auto flex flex-col gap-1">
          {!failed && <p className="min-h-4 text-xs text-soft">{note}</p>}
          {ticks}
        </div>
      )}
      <div className="max-sm:w-full sm:shrink-0">
        <PostNow disabled={!canApprove} guard={guard} onPost={() => approve.post()}>
          <Button
            disabled={!canApprove || !slot}
            // On a phone in two lines, so that it stands beside Post Now and the place of
            // its second step.
            className="min-w-0 px-2! max-sm:flex-col max-sm:gap-0 max-sm:px-1.5! max-sm:text-xs"
            onClick={() => slot && approve.schedule(slot)}
          >
            Approve &amp; Schedule <SlotOrGaps slot={slot} openGaps={openGaps} />
          </Button>
        </PostNow>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 max-sm:w-full max-sm:*:flex-1">
        <DialogClose variant="ghost">Cancel</DialogClose>
        <div className="flex *:w-full sm:w-24">
          {editor.canSave && state.hasText && (
            <Button
              variant={toQueue ? 'secondary' : 'primary'}
              disabled={!canAct}
              onClick={() => void editor.saveEdits()}
            >
              Save Edits
            </Button>
          )}
        </div>
        <Button
          variant={toQueue && !onNext ? 'primary' : 'secondary'}
          disabled={!canQueue}
          onClick={() => onAdd(onDone)}
        >
          Add to Queue
        </Button>
        {isInSelection && (
          <AddAndNext
            onAdd={onAdd}
            onNext={onNext}
            isMain={toQueue}
            canQueue={canQueue}
          />
        )}
      </div>
    </DialogFooter>
  );
}

/**
 * Approves the text on the screen, and schedules or posts it. If posting
 * fails, the comment stays in the queue; if scheduling fails, nothing changes.
 */
export function useApprove(editor: CommentEditorState, onDone: () => void) {
  const { review, actions, questions } = editor;
  const act = useMutation({
    mutationFn: (work: () => Promise<CommentRow | null>) => work(),
  });
  // Calls `onDone` in a handler of `mutate`, which does not run once the
  // dialog is closed: a late response must not close another dialog.
  const run = (work: () => Promise<CommentRow | null>) =>
    act.mutate(work, { onSuccess: (done) => done && onDone() });

  /**
   * Queues the comment before it is approved. Otherwise an approved comment could be
   * missing from the queue.
   */
  const runQueued = (work: (item: QueueRow) => Promise<CommentRow | null>) =>
    run(async () => {
      const saved = await editor.save();
      if (!saved) return null;
      const { id: commentId, content, revision } = saved;
      try {
        const item = await review.verbs.add({ commentId, priority: 0, autoPost: false });
        // Approves the text on the screen, because the row may hold a newer one.
        return work({ ...item, comment: { ...item.comment, content, revision } });
      } catch (error) {
        toastFailure('Update Failed', error, 'Failed to update comment');
        return null;
      }
    });

  async function sent(sending: Promise<CommentRow | null>): Promise<CommentRow | null> {
    const answer = await sending;
    const isScheduled = answer !== null && answer.scheduledFor !== null;
    if (answer && answer.status !== 'posted' && !isScheduled)
      toast({
        title: 'Checking whether YouTube received it',
        description: 'Until that is known your comment stays in the review queue.',
        link: { label: 'Review It', href: `/queue?comment=${answer.id}` },
      });
    return answer;
  }

  return {
    isPending: act.isPending,
    questions: (
      <ReviewQuestions {...questions} goOn={() => run(() => sent(questions.goOn()))} />
    ),
    post: () => runQueued(({ comment }) => sent(actions.post(comment))),
    schedule: (at: Date) =>
      run(async () => {
        // A text written by hand becomes a comment first.
        const comment = editor.comment ?? (await editor.save());
        if (!comment) return null;
        // The user was already told about the failure.
        return actions.approveAndSchedule(comment, at).catch(() => null);
      }),
  };
}

/**
 * Saves the edits, then adds the comment to the queue. Does not add it if saving fails.
 */
export function useQueueComment(editor: CommentEditorState) {
  const add = useAddToQueue();
  return {
    isPending: add.isPending || editor.isSaving,
    async run(autoPost: boolean, onAdded?: () => void) {
      if (!editor.canSave)
        return toastFailure(
          'Error',
          new Error('No comment generated yet'),
          'Failed to add to queue',
        );
      const saved = await editor.save();
      if (saved)
        add.mutate({ commentId: saved.id, autoPost }, { onSuccess: () => onAdded?.() });
    },
  };
}

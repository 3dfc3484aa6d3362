import type { CommentStatus } from '#shared/contracts/primitives.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import type { Reply } from '#shared/contracts/replies.ts';
import { canBeAnswered, liveAnswer } from '../../api/outcomes.ts';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { Kbd } from '../../components/ui/keys.tsx';
import { useIsPhone } from '../../lib/browser.ts';
import { DecisionBar, Slot, useObstacle } from '../../review/editor/review-editor.tsx';
import { DecisionButton, PostNow } from '../../review/post-now.tsx';
import { otherState, type ReplyBoard, unwritten } from './use-reply-board.ts';

export type AnswerProps = { reply: Reply; board: ReplyBoard };

export const DraftButton = ({ reply, board }: AnswerProps) => (
  <Button disabled={board.isResting} onClick={() => void board.draft(reply)}>
    {board.isDrafting ? 'Drafting…' : 'Draft Answer'}
    {!board.isDrafting && <Kbd>G</Kbd>}
  </Button>
);

/**
 * Says what happened to a reply that left its list, or to
 * an answer that left the queue, while the user was typing.
 */
function whatBecame(reply: Reply, item: QueueRow | null | undefined): string {
  if (reply.state === 'answered' || item?.comment.status === 'posted')
    return 'Your answer was posted while you had it open. What you typed is kept, but is not on YouTube.';
  if (reply.state === 'dismissed')
    return 'This reply was set aside while you had it open. What you typed is kept.';
  if (item)
    return 'Your answer was removed from the queue while you had it open. What you typed is kept.';
  return 'This reply is no longer in this list. What you typed is kept.';
}

/**
 * Returns the state of the answer. One that is no longer in the queue is dealt with in
 * History.
 */
function answerStatus(
  reply: Reply,
  item: QueueRow | null | undefined,
): CommentStatus | undefined {
  const answer = liveAnswer(reply);
  if (item === null) return answer ? 'posted' : undefined;
  return item?.comment.status ?? answer?.status;
}

function Became({ reply, board }: AnswerProps) {
  if (!board.hasLeft) return null;
  return (
    <p
      role="status"
      className="flex min-h-8 items-center pb-1 text-sm text-pending max-md:px-1 md:-mt-2"
    >
      {whatBecame(reply, board.answer)}
    </p>
  );
}

const ToHistory = ({ reply }: { reply: Reply }) => (
  <ButtonLink href={`/history?comment=${liveAnswer(reply)?.commentId}`}>
    Show It in History
  </ButtonLink>
);

/**
 * The buttons below a reply that left the list, but stays open because the user is
 * typing.
 */
const KeptBar = ({ reply, board }: AnswerProps) => (
  <DecisionBar
    className="border-t px-4"
    obstacle={<Became reply={reply} board={board} />}
  >
    {answerStatus(reply, board.answer) === 'posted' && <ToHistory reply={reply} />}
    <DecisionButton guard={board.guard} className="ml-auto" onPress={board.letGo}>
      Close
    </DecisionButton>
  </DecisionBar>
);

/** Leads to what can be done with an answer once it is decided. */
function Onward({ reply, board }: AnswerProps) {
  const { guard, answer: item, isResting } = board;
  const status = answerStatus(reply, item);
  if (status === 'approved' && item)
    return (
      <DecisionButton
        guard={guard}
        disabled={isResting}
        hotkey="R"
        onPress={() => board.backToReview(item)}
      >
        Back to Review
      </DecisionButton>
    );
  if (status === 'failed')
    return (
      <ButtonLink
        variant="primary"
        href={`/queue?comment=${liveAnswer(reply)?.commentId}`}
      >
        Review It
      </ButtonLink>
    );
  return status === 'posted' ? <ToHistory reply={reply} /> : null;
}

function OpenBar({ reply, board }: AnswerProps) {
  const { guard, isResting, canDecide, answer: item } = board;
  const status = answerStatus(reply, item);
  const other = otherState(reply);
  const isApproved = status === 'approved' && !item?.scheduledFor;
  const isOpen = canBeAnswered(reply) || status === 'pending';
  const canSend = (canDecide || isApproved) && !isResting;
  const { obstacle, heldUp } = useObstacle(
    board,
    item?.comment ?? unwritten(reply),
    isOpen || isApproved,
  );
  // On a phone, Draft Answer takes the place of the buttons
  // that cannot be used yet, within reach of the thumb.
  const drafts = useIsPhone() && canBeAnswered(reply) && !canDecide;
  const slot = 'max-md:flex-1 md:w-45';
  return (
    <DecisionBar
      className="border-t px-4"
      obstacle={
        <>
          <Became reply={reply} board={board} />
          {obstacle}
        </>
      }
    >
      <div className="flex gap-2 max-md:basis-full">
        <Slot className={slot}>
          {isOpen ? (
            <DecisionButton
              guard={guard}
              {...heldUp}
              variant="primary"
              hotkey="A"
              disabled={isResting || !canDecide}
              onPress={() => board.approve(reply)}
            >
              Approve
            </DecisionButton>
          ) : (
            <Onward reply={reply} board={board} />
          )}
        </Slot>
        <Slot className={slot}>
          {other && (
            <DecisionButton
              guard={guard}
              disabled={isResting}
              hotkey="R"
              onPress={() => board.decide(reply, other)}
            >
              {other === 'dismissed' ? 'No Answer Needed' : 'Move Back to Waiting'}
            </DecisionButton>
          )}
        </Slot>
      </div>
      {drafts && (
        <div className="flex h-(--control) basis-full *:w-full">
          <DraftButton reply={reply} board={board} />
        </div>
      )}
      {!drafts && (isOpen || isApproved) && (
        <div className="ml-auto flex min-h-(--control) justify-end max-md:w-full">
          <PostNow
            arming={{
              isArmed: board.armed === reply.id,
              arm: () => board.arm(reply),
              keep: board.disarm,
            }}
            disabled={!canSend}
            guard={guard}
            onPost={() => void board.post(reply)}
          >
            <DecisionButton
              guard={guard}
              {...heldUp}
              disabled={!canSend}
              hotkey="S"
              onPress={() => board.schedule(reply)}
            >
              Schedule
            </DecisionButton>
          </PostNow>
        </div>
      )}
    </DecisionBar>
  );
}

/** The buttons below the open reply. */
export const AnswerBar = ({ reply, board }: AnswerProps) =>
  board.isKept ? (
    <KeptBar reply={reply} board={board} />
  ) : (
    <OpenBar reply={reply} board={board} />
  );

import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import type { Reply } from '#shared/contracts/replies.ts';
import { Button, buttonClasses, Kbd, KeyLegend } from '../../components/ui/button.tsx';
import { useHeightVariable } from '../../lib/browser.ts';
import { canBeAnswered, liveAnswer, otherState } from './reply-words.ts';
import type { ReplyBoard } from './use-reply-board.ts';

/** Keeps a button's place, used or not (rule 12.1). */
const Slot = ({ children }: { children: ReactNode }) => (
  <div className="flex h-(--control) *:w-full max-md:flex-1 md:w-49 md:shrink-0">{children}</div>
);

export function ReplyBar({ reply, board }: { reply: Reply; board: ReplyBoard }) {
  const { guard, isDrafting } = board;
  const answer = liveAnswer(reply);
  const other = otherState(reply);
  const bar = useRef<HTMLDivElement>(null);
  useHeightVariable('--floating-bar', bar);
  return (
    <div
      ref={bar}
      className="sticky bottom-(--nav-bar) z-10 flex shrink-0 items-center gap-2 border-t border-line bg-surface px-4 py-3 [--control:var(--control-large)] md:px-6 md:py-4 lg:pr-12 lg:pl-10 [&_a]:text-base [&_button]:text-base"
    >
      <Slot>
        {canBeAnswered(reply) && (
          <Button
            variant="primary"
            disabled={isDrafting}
            aria-disabled={guard.isPaused || undefined}
            onClick={() => guard.press(() => void board.draft(reply))}
          >
            {isDrafting ? 'Drafting…' : 'Draft Answer'}
            {!isDrafting && <Kbd>G</Kbd>}
          </Button>
        )}
        {answer && answer.status !== 'posted' && (
          <Link href={`/queue?comment=${answer.commentId}`} className={buttonClasses('primary')}>
            Review It
          </Link>
        )}
        {answer?.status === 'posted' && (
          <Link href={`/history?comment=${answer.commentId}`} className={buttonClasses()}>
            Show It in History
          </Link>
        )}
      </Slot>
      <Slot>
        {other && (
          <Button
            disabled={isDrafting}
            aria-disabled={guard.isPaused || undefined}
            onClick={() => guard.press(() => void board.decide(reply, other))}
          >
            {other === 'dismissed' ? 'No Answer Needed' : 'Move Back to Waiting'}
            <Kbd>R</Kbd>
          </Button>
        )}
      </Slot>
      <p className="ml-auto flex items-center gap-3.5 text-xs whitespace-nowrap text-muted max-xl:hidden pointer-coarse:hidden">
        <KeyLegend keys="JK">next, previous</KeyLegend>
        <KeyLegend keys="U">undo</KeyLegend>
      </p>
    </div>
  );
}

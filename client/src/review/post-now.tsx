import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useChannelTitle } from '../api/auth.ts';
import { postingStatusQuery } from '../api/posting.ts';
import { DateTime } from '../components/time.tsx';
import { Button, type ButtonProps } from '../components/ui/button.tsx';
import { AlertDialog } from '../components/ui/dialog.tsx';
import { Kbd } from '../components/ui/keys.tsx';
import { classNames } from '../lib/browser.ts';
import { ARMED, type PressGuard, useArming } from '../lib/presses.ts';
import type { Questions } from './review-actions.ts';
import type { Asked, Retrying } from './review-words.ts';

interface DecisionButtonProps extends Omit<ButtonProps, 'onClick'> {
  guard: PressGuard;
  hotkey?: string;
  onPress: () => unknown;
  /** Called when a press came too soon and was ignored. */
  onTooSoon?: () => void;
}

/** A button that ignores the second press of a double click. */
export const DecisionButton = ({
  guard,
  hotkey,
  onPress,
  onTooSoon,
  children,
  ...props
}: DecisionButtonProps) => (
  <Button
    aria-disabled={guard.isPaused || undefined}
    {...props}
    onClick={() => guard.press(() => void onPress()) || onTooSoon?.()}
  >
    {children}
    {hotkey && <Kbd>{hotkey}</Kbd>}
  </Button>
);

const verbs = {
  Post: { arm: 'Post Now', nameless: 'Post to YouTube', disarm: 'Don’t Post' },
  Change: { arm: 'Change', nameless: 'Change on YouTube', disarm: 'Keep' },
  Withdraw: { arm: 'Withdraw', nameless: 'Withdraw from YouTube', disarm: 'Keep' },
};
type Verb = keyof typeof verbs;

/**
 * Posts, changes or withdraws a comment on YouTube in two steps (rule 7.13). Don’t Post
 * appears where Post Now was, so a double press is harmless. The second step appears
 * where there was no button before: a late press that was meant for another button must
 * not post. For the same reason the children, the buttons in front of Post Now, are
 * hidden while it is armed.
 */
export function PostNow(props: {
  verb?: Verb;
  /** Set if a shortcut can also arm the button, or if other buttons disarm it. */
  arming?: { isArmed: boolean; arm: () => void; keep: () => void };
  disabled: boolean;
  variant?: 'primary' | 'secondary';
  guard: PressGuard;
  onPost: () => void;
  children?: ReactNode;
}) {
  const {
    verb = 'Post',
    arming,
    disabled,
    variant = 'secondary',
    guard,
    onPost,
    children,
  } = props;
  const { armed, setArmed } = useArming();
  const own = {
    isArmed: armed !== null,
    arm: () => setArmed(0),
    keep: () => setArmed(null),
  };
  const { arm, keep, ...now } = arming ?? own;
  const isArmed = now.isArmed && !disabled;
  const [wasTooSoon, setWasTooSoon] = useState(false);
  useEffect(() => {
    if (!isArmed) setWasTooSoon(false);
  }, [isArmed]);
  const post = () => {
    setArmed(null);
    onPost();
  };
  return (
    <div className="flex min-w-0 flex-1 flex-wrap justify-end gap-2">
      <div className="relative mr-auto">
        {children && (
          <div className={classNames('flex gap-2', isArmed && 'invisible')}>
            {children}
          </div>
        )}
        <p
          role="status"
          className={classNames(
            'flex items-center text-sm font-medium text-pending empty:hidden',
            children !== undefined && 'absolute inset-y-0 left-0 w-max max-w-40',
          )}
        >
          {isArmed && wasTooSoon && 'Hold on, then press again.'}
        </p>
      </div>
      <div {...(isArmed && { [ARMED]: '' })} className="flex grow justify-end gap-2">
        <div className="flex max-w-57 min-w-30 flex-1 *:w-full">
          {isArmed && (
            <PostAs
              verb={verb}
              guard={guard}
              onPost={post}
              onTooSoon={() => setWasTooSoon(true)}
            />
          )}
        </div>
        <DecisionButton
          guard={guard}
          variant={isArmed ? 'secondary' : variant}
          disabled={disabled}
          className="w-22 px-1!"
          onPress={isArmed ? keep : arm}
        >
          {isArmed ? verbs[verb].disarm : verbs[verb].arm}
        </DecisionButton>
      </div>
    </div>
  );
}

interface PostAsProps {
  verb: Verb;
  guard: PressGuard;
  onPost: () => void;
  onTooSoon: () => void;
}

function PostAs({ verb, guard, onPost, onTooSoon }: PostAsProps) {
  const channel = useChannelTitle();
  const words = channel ? `${verb} as ${channel}` : verbs[verb].nameless;
  const button = useRef<HTMLButtonElement>(null);
  // Focus the second step, so that Enter posts and leaving
  // it disarms. When it disappears, its card gets the focus.
  useEffect(() => {
    const card = button.current?.closest('article');
    button.current?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement === document.body) card?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <DecisionButton
      ref={button}
      guard={guard}
      variant="primary"
      className="min-w-0 px-2!"
      aria-label={words}
      title={words}
      // A held Enter key would click again and again.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      onPress={onPost}
      onTooSoon={onTooSoon}
    >
      {channel ? (
        <span className="flex min-w-0 flex-col items-stretch text-xs leading-4">
          <span>{verb} as </span>
          <bdi className="truncate font-semibold">{channel}</bdi>
        </span>
      ) : (
        <span className="text-sm leading-4 whitespace-normal">{words}</span>
      )}
    </DecisionButton>
  );
}

const nextWords: Record<Retrying['next'], { follows: string; confirm: string }> = {
  nothing: {
    follows: 'Approving it again does not post it yet.',
    confirm: 'Approve It Again',
  },
  schedule: {
    follows: 'It is posted at the time that you chose.',
    confirm: 'Schedule It Anyway',
  },
  post: { follows: 'It is posted at once.', confirm: 'Post It Anyway' },
};

type ReviewQuestionsProps = Omit<Questions, 'goOn'> & { goOn: () => unknown };

export const ReviewQuestions = ({
  held,
  retrying,
  goOn,
  dismiss,
}: ReviewQuestionsProps) => (
  <>
    {held && <HoldDialog held={held} onClose={dismiss} onTry={goOn} />}
    {retrying && (
      // An unconfirmed comment may be on YouTube without being visible,
      // so the user decides whether to post it again (rule 7.5).
      <AlertDialog
        onClose={dismiss}
        title={
          retrying.isRestored
            ? 'It may be on YouTube already'
            : 'It may be held for review'
        }
        description={
          <div className="flex flex-col gap-2">
            <p>
              Your comment under “{retrying.title}”: {retrying.why}
            </p>
            <p>{nextWords[retrying.next].follows}</p>
          </div>
        }
        confirmLabel={nextWords[retrying.next].confirm}
        onConfirm={goOn}
      />
    )}
  </>
);

/** Offers to try posting this one comment while posting is on hold (rule 7.7). */
function HoldDialog(props: {
  held: NonNullable<Asked['held']>;
  onClose: () => void;
  onTry: () => void;
}) {
  const { held, onClose, onTry } = props;
  const channel = useChannelTitle();
  const hold = useQuery(postingStatusQuery).data?.hold;
  return (
    <AlertDialog
      onClose={onClose}
      title="Posting is on hold"
      description={
        <div className="flex flex-col gap-2">
          <p>{hold?.reason || held.reason}</p>
          {hold?.nextTryAt && (
            <p>
              Chime In tries again on <DateTime iso={hold.nextTryAt} />.
            </p>
          )}
          <p>
            Your comment on “{held.comment.video.title}” stays approved. You can try it
            now
            {channel && (
              <>
                {' '}
                as <strong className="font-medium text-text">{channel}</strong>
              </>
            )}
            : if YouTube takes it, it is public at once.
          </p>
        </div>
      }
      cancelLabel="Keep"
      confirmLabel="Try This One"
      onConfirm={onTry}
    />
  );
}

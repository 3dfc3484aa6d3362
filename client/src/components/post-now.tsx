import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { authUserQuery } from '../api/auth.ts';
import type { PressGuard } from '../lib/press-guard.ts';
import { ARMED } from '../lib/use-arming.ts';
import { Button } from './ui/button.tsx';

interface PostNowProps {
  isArmed: boolean;
  disabled: boolean;
  variant?: 'primary' | 'secondary';
  guard: PressGuard;
  onArm: () => void;
  onKeep: () => void;
  onPost: () => void;
  /** Stands to the left until it is armed. */
  children?: ReactNode;
}

/** Posts in two steps, because posting cannot be undone. What stands where the first was pressed is harmless. */
export function PostNow({
  isArmed,
  disabled,
  variant = 'secondary',
  guard,
  onArm,
  onKeep,
  onPost,
  children,
}: PostNowProps) {
  const { isPaused, press } = guard;
  return (
    <div {...(isArmed && { [ARMED]: '' })} className="flex min-w-0 flex-1 gap-2 md:flex-none">
      <div className="flex min-w-0 flex-1 justify-end gap-2 md:w-60 md:flex-none">
        {isArmed ? <PostAs isPaused={isPaused} onPost={() => press(onPost)} /> : children}
      </div>
      <Button
        size="sm"
        variant={isArmed ? 'secondary' : variant}
        disabled={disabled}
        aria-disabled={isPaused || undefined}
        className="w-20"
        onClick={() => press(isArmed ? onKeep : onArm)}
      >
        {isArmed ? 'Keep' : 'Post Now'}
      </Button>
    </div>
  );
}

function PostAs({ isPaused, onPost }: { isPaused: boolean; onPost: () => void }) {
  const channel = useQuery(authUserQuery).data?.user?.channel?.title;
  const button = useRef<HTMLButtonElement>(null);
  // So that Enter posts, and leaving it disarms. The focus must not be lost with the button.
  useEffect(() => {
    const card = button.current?.closest('article');
    button.current?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement === document.body) card?.focus({ preventScroll: true });
    };
  }, []);
  // A key that is held down presses again and again.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault();
  };
  return (
    <Button
      ref={button}
      size="sm"
      variant="primary"
      aria-disabled={isPaused || undefined}
      className="min-w-0 flex-1"
      onKeyDown={onKeyDown}
      onClick={onPost}
    >
      <span className="truncate">{channel ? `Post as ${channel}` : 'Post to YouTube'}</span>
    </Button>
  );
}

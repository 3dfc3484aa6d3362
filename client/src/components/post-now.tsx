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
  children?: ReactNode;
}

/** Posts in two steps (rule 7.13). Keep appears where Post Now was, so a double press is harmless. */
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
  // Focus the second step: Enter posts, leaving disarms, and focus is not lost with the button.
  useEffect(() => {
    const card = button.current?.closest('article');
    button.current?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement === document.body) card?.focus({ preventScroll: true });
    };
  }, []);
  // A held key repeats its click.
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

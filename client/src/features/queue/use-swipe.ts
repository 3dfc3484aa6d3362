import { type PointerEvent, useRef } from 'react';

/** Pixels from which a swipe counts. */
const THRESHOLD = 96;
/** Pixels after which a movement is a swipe or not. */
const SLOP = 12;

const stillMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

interface Swipe {
  pointerId: number;
  x: number;
  y: number;
  isSideways: boolean;
}

/** A swipe of one finger to the side, on an element with `touch-action: pan-y`. Editing text is none. */
export function useSwipe(onSwipe: (direction: 'left' | 'right') => void) {
  const swipe = useRef<Swipe | null>(null);

  const shift = (element: HTMLElement, dx: number) => {
    if (stillMotion()) return;
    element.style.transition = dx === 0 ? '' : 'none';
    element.style.transform = dx === 0 ? '' : `translateX(${dx}px)`;
  };
  const end = (element: HTMLElement) => {
    swipe.current = null;
    shift(element, 0);
  };

  return {
    onPointerDown({ pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
      if (pointerType !== 'touch' || !isPrimary) return;
      if (document.activeElement instanceof HTMLTextAreaElement) return;
      swipe.current = { pointerId, x: clientX, y: clientY, isSideways: false };
    },
    onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
      const { current } = swipe;
      if (current?.pointerId !== pointerId) return;
      const [dx, dy] = [clientX - current.x, clientY - current.y];
      if (!current.isSideways) {
        if (Math.abs(dy) > SLOP) return end(currentTarget);
        if (Math.abs(dx) < SLOP) return;
        current.isSideways = true;
        currentTarget.setPointerCapture(pointerId);
      }
      shift(currentTarget, dx);
    },
    onPointerUp({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) {
      const { current } = swipe;
      if (current?.pointerId !== pointerId) return;
      end(currentTarget);
      const dx = clientX - current.x;
      if (current.isSideways && Math.abs(dx) >= THRESHOLD) onSwipe(dx < 0 ? 'left' : 'right');
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => end(currentTarget),
  };
}

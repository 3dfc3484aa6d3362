import { useEffect, useState } from 'react';

/** Armed and forgotten must not stay armed. */
const ARMED_MS = 5_000;

/** Marks the two buttons of what is armed: to press or focus anything else disarms. */
export const ARMED = 'data-armed';

const isPartOfIt = ({ target }: Event) => target instanceof Element && target.closest(`[${ARMED}]`) !== null;

/** The one comment that is ready to be posted by the next, deliberate step. */
export function useArming() {
  const [armed, setArmed] = useState<number | null>(null);

  useEffect(() => {
    if (armed === null) return;
    const disarm = () => setArmed(null);
    const elsewhere = (event: Event) => {
      if (!isPartOfIt(event)) disarm();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') disarm();
    };
    const timer = setTimeout(disarm, ARMED_MS);
    window.addEventListener('focusin', elsewhere);
    window.addEventListener('pointerdown', elsewhere);
    window.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focusin', elsewhere);
      window.removeEventListener('pointerdown', elsewhere);
      window.removeEventListener('keydown', onKey);
    };
  }, [armed]);

  return { armed, setArmed };
}

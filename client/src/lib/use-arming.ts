import { useEffect, useState } from 'react';

const ARMED_MS = 5_000;

/** Marks the armed comment's buttons: a press or focus elsewhere disarms. */
export const ARMED = 'data-armed';

const isArmedButton = ({ target }: Event) =>
  target instanceof Element && target.closest(`[${ARMED}]`) !== null;

/** Holds the one comment whose next press posts it. */
export function useArming() {
  const [armed, setArmed] = useState<number | null>(null);

  useEffect(() => {
    if (armed === null) return;
    const disarm = () => setArmed(null);
    const elsewhere = (event: Event) => {
      if (!isArmedButton(event)) disarm();
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

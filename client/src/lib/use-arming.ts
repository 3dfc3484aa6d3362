import { useEffect, useState } from 'react';

const ARMED_MS = 5_000;

/** A press or focus outside elements with this attribute disarms. */
export const ARMED = 'data-armed';

const isArmedButton = ({ target }: Event) =>
  target instanceof Element && target.closest(`[${ARMED}]`) !== null;

/** Arms at most one comment: its next press posts it. */
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

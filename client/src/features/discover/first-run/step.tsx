import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { classNames } from '../../../lib/browser.ts';

export type StepState = 'done' | 'now' | 'later';

interface StepProps {
  number: number;
  title: string;
  state: StepState;
  /** How far the step is. */
  note?: ReactNode;
  /** Null where there is nothing left to skip. */
  onSkip: (() => void) | null;
  footer: ReactNode;
  children: ReactNode;
}

const MARKS: Record<StepState, string> = {
  done: 'bg-accent text-surface',
  now: 'bg-ink text-on-ink',
  later: 'border border-field-line',
};

export function Step({ number, title, state, note, onSkip, footer, children }: StepProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col border-line px-(--gutter) py-5 not-last:border-b lg:px-6 lg:not-last:border-r lg:not-last:border-b-0"
    >
      <div className="mb-2.5 flex min-h-(--control) items-center gap-2">
        <span
          aria-hidden
          className={classNames(
            'flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold forced-colors:border',
            MARKS[state],
          )}
        >
          {state === 'done' ? <Check className="size-3.5" /> : number}
        </span>
        <h3
          id={id}
          data-step={number}
          tabIndex={-1}
          className="min-w-0 flex-1 text-base font-semibold tracking-tight"
        >
          {title}
          {state === 'done' && <span className="sr-only"> (done)</span>}
        </h3>
        {note && <span className="text-sm text-muted tabular-nums">{note}</span>}
        {onSkip && state !== 'done' && (
          <Button variant="ghost" className="-mr-3" aria-label={`Skip: ${title}`} onClick={onSkip}>
            Skip
          </Button>
        )}
      </div>
      <div className="flex min-w-0 grow flex-col">{children}</div>
      <div className="flex flex-wrap items-center gap-2 pt-4">{footer}</div>
    </section>
  );
}

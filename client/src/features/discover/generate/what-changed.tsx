import { useMemo } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { wordChanges } from './word-changes.ts';

interface WhatChangedProps {
  before: string;
  after: string;
  disabled: boolean;
  /** Null where the version before is not there to pick. */
  onUndo: (() => void) | null;
}

export function WhatChanged({ before, after, disabled, onUndo }: WhatChangedProps) {
  const changes = useMemo(() => wordChanges(before, after), [before, after]);
  return (
    <section aria-label="What changed" className="rounded-control border border-line px-4 py-2.5">
      <div className="flex min-h-(--control) items-center justify-between gap-2">
        <h3 className="text-sm font-medium">What changed</h3>
        {onUndo && (
          <Button disabled={disabled} onClick={onUndo}>
            Undo
          </Button>
        )}
      </div>
      <p dir="auto" className="max-w-measure text-left font-voice text-voice-sm whitespace-pre-wrap">
        {changes.map(({ kind, text }, at) => {
          const key = `${at} ${text}`;
          if (kind === 'same') return text;
          return kind === 'added' ? (
            <ins key={key} className="bg-accent-soft decoration-accent underline-offset-3">
              {text}
            </ins>
          ) : (
            <del key={key} className="text-muted">
              {text}
            </del>
          );
        })}
      </p>
    </section>
  );
}

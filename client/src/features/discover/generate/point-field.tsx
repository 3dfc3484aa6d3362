import { type KeyboardEvent, useId } from 'react';
import { pointLimit } from '#shared/contracts/material.ts';
import { Input } from '../../../components/ui/input.tsx';
import { Kbd } from '../../../components/ui/kbd.tsx';

interface PointFieldProps {
  value: string;
  onValueChange: (point: string) => void;
  /** Enter drafts. */
  canDraft: boolean;
  /** The last draft knew other things than the next one would. */
  isNew: boolean;
  onDraft: () => void;
}

export function PointField({ value, onValueChange, canDraft, isNew, onDraft }: PointFieldProps) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.repeat && !event.nativeEvent.isComposing;
    if (event.key === 'Enter' && isPlain && canDraft) onDraft();
  };
  return (
    <div className="relative flex flex-col gap-1.5">
      <label
        htmlFor={id}
        className="text-sm max-sm:pointer-events-none max-sm:absolute max-sm:inset-y-0 max-sm:z-10 max-sm:left-3 max-sm:flex max-sm:items-center max-sm:text-base max-sm:text-muted sm:font-medium"
      >
        Your point <span className="font-normal text-muted max-sm:sr-only">(optional)</span>
      </label>
      <div className="relative">
        <Input
          id={id}
          dir="auto"
          maxLength={pointLimit}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
          onKeyDown={onKeyDown}
          className={`max-sm:pl-23! ${isNew ? 'pr-24! sm:pr-32!' : ''}`}
        />
        {isNew && (
          <button
            type="button"
            disabled={!canDraft}
            onClick={onDraft}
            className="absolute inset-y-0.5 right-0.5 flex items-center gap-2 rounded-control px-2 text-xs font-medium text-soft sm:px-2.5 hover:text-text disabled:opacity-50"
          >
            Draft again <Kbd>↵</Kbd>
          </button>
        )}
      </div>
    </div>
  );
}

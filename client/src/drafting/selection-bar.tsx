import { type ReactNode, useId } from 'react';
import { Button } from '../components/ui/button.tsx';
import { Checkbox } from '../components/ui/form-fields.tsx';
import { MainKey } from '../components/ui/keys.tsx';
import { generateLabel, type Selection } from './video-selection.ts';

interface SelectAllProps {
  selection: Selection;
  /** Ignores presses while the rows are still those of another search. */
  inert?: boolean;
}

/** Selects every video that takes comments. */
export function SelectAll({ selection, inert = false }: SelectAllProps): ReactNode {
  const { selected, openIds, select, clear } = selection;
  const id = useId();
  const hasAll = openIds.length > 0 && openIds.every((each) => selected.has(each));
  return (
    <span inert={inert} className="flex items-center gap-3 sm:gap-4">
      <Checkbox
        id={id}
        checked={hasAll || (selected.size > 0 && 'indeterminate')}
        disabled={openIds.length === 0}
        onCheckedChange={() => (hasAll ? clear() : select(openIds))}
      />
      <label htmlFor={id} className="font-medium">
        Select All
      </label>
    </span>
  );
}

/** Floats over the list while a video is selected. */
export function SelectionBar({
  selection,
  onGenerate,
}: {
  selection: Selection;
  onGenerate: () => void;
}) {
  const { size } = selection.selected;
  if (size === 0) return null;
  return (
    <div
      data-floating-bar=""
      className="pointer-events-none fixed inset-x-0 bottom-18 z-20 flex justify-center px-2 sm:bottom-4 sm:pl-15 lg:pl-56"
    >
      <div className="pointer-events-auto flex min-h-13 animate-rise items-center gap-2 rounded-panel bg-raised p-2 pl-4 shadow-float max-sm:w-full">
        <span className="text-sm font-medium whitespace-nowrap tabular-nums">
          {size} selected
        </span>
        <Button variant="ghost" onClick={selection.clear} className="max-sm:ml-auto">
          Clear ({size})
        </Button>
        <Button variant="primary" onClick={onGenerate} aria-keyshortcuts="g">
          {generateLabel(size)}
          <MainKey>G</MainKey>
        </Button>
      </div>
    </div>
  );
}

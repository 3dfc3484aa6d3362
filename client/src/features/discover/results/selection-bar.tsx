import { Button } from '../../../components/ui/button.tsx';
import { generateLabel } from './result-handlers.ts';

interface SelectionBarProps {
  count: number;
  onClear: () => void;
  onGenerate: () => void;
}

export function SelectionBar({ count, onClear, onGenerate }: SelectionBarProps) {
  return (
    <div
      data-floating-bar=""
      className="pointer-events-none fixed inset-x-0 bottom-18 z-20 flex justify-center px-2 sm:bottom-4 sm:pl-15 lg:pl-56"
    >
      <div className="pointer-events-auto flex min-h-13 animate-rise items-center gap-2 rounded-panel bg-raised p-2 pl-4 shadow-float max-sm:w-full">
        <span className="text-sm font-medium whitespace-nowrap tabular-nums">{count} selected</span>
        <Button variant="ghost" onClick={onClear} className="max-sm:ml-auto">
          Clear ({count})
        </Button>
        <Button variant="primary" onClick={onGenerate} aria-keyshortcuts="g">
          {generateLabel(count)}
          <kbd
            aria-hidden
            className="rounded-[4px] border border-on-ink/35 px-1 font-sans text-xs max-lg:hidden"
          >
            G
          </kbd>
        </Button>
      </div>
    </div>
  );
}

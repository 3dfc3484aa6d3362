import { useId } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { classNames } from '../../../lib/class-names.ts';
import type { ResultHandlers } from './result-actions.tsx';
import { ResultRow } from './result-row.tsx';
import type { Selection } from './use-selection.ts';

interface ResultsListProps {
  videos: readonly FoundVideo[];
  total: number;
  /** The rows are those of the previous search while the next one runs. */
  stale: boolean;
  selection: Selection;
  on: ResultHandlers;
}

export function ResultsList({ videos, total, stale, selection, on }: ResultsListProps) {
  const selectAll = useId();
  const { selected } = selection;
  const all = videos.length > 0 && videos.every((video) => selected.has(video.id));
  return (
    <section aria-label="Results" aria-busy={stale} onPointerEnter={on.onApproach} onFocus={on.onApproach}>
      <div inert={stale} className={classNames('transition-opacity', stale && 'opacity-50')}>
        <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2 px-4 pb-2">
          <div className="flex items-center gap-3">
            <Checkbox
              id={selectAll}
              checked={all || (selected.size > 0 && 'indeterminate')}
              onCheckedChange={() =>
                all ? selection.clear() : selection.select(videos.map((video) => video.id))
              }
            />
            <label htmlFor={selectAll}>Select All</label>
          </div>
          {selected.size > 0 && (
            <Button variant="ghost" size="sm" onClick={selection.clear}>
              Clear ({selected.size})
            </Button>
          )}
          <p className="ml-auto text-sm text-muted tabular-nums">
            Showing 1-{videos.length} of {total.toLocaleString('en-US')} results
          </p>
        </div>
        <ul className="rounded-panel border border-line bg-raised">
          {videos.map((video) => (
            <ResultRow
              key={video.id}
              video={video}
              selected={selected.has(video.id)}
              onToggle={() => selection.toggle(video.id)}
              on={on}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

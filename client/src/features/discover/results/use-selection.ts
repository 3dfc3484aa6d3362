import { useState } from 'react';

const NONE: ReadonlySet<number> = new Set();

/** The videos chosen among the results of one search; those of another search start with none. */
export function useSelection(search: string) {
  const [state, setState] = useState({ search, ids: NONE });
  const selected = state.search === search ? state.ids : NONE;
  const choose = (ids: ReadonlySet<number>) => setState({ search, ids });
  return {
    selected,
    toggle(id: number) {
      const after = new Set(selected);
      if (!after.delete(id)) after.add(id);
      choose(after);
    },
    select: (ids: readonly number[]) => choose(new Set(ids)),
    clear: () => choose(NONE),
  };
}

export type Selection = ReturnType<typeof useSelection>;

import { useCallback, useState } from 'react';
import type { Reply } from '#shared/contracts/replies.ts';

/** The open reply. When it leaves the list, the next one opens; a new list opens its first. */
export function useOpenReply(rows: readonly Reply[], list: string, asked: number | undefined) {
  const [last, setLast] = useState({ id: asked, index: 0, list });
  const found = rows.findIndex(({ id }) => id === last.id);
  const fallback = list === last.list ? Math.min(last.index, rows.length - 1) : 0;
  const index = found >= 0 ? found : fallback;
  const active = rows[index];
  if (active && (active.id !== last.id || index !== last.index || list !== last.list))
    setLast({ id: active.id, index, list });
  const open = useCallback((id: number) => setLast((before) => ({ ...before, id })), []);
  return { index, active, open };
}

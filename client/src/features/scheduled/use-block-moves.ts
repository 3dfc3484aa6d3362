import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ScheduleEntry } from '#shared/contracts/queue.ts';
import { instantAt, type WallTime, wallTime } from '#shared/rules/calendar.ts';
import { type Arrow, arrows, stepped, timeAt } from './week-layout.ts';

interface Move extends WallTime {
  commentId: number;
  by: 'pointer' | 'keys';
}

interface MovesOptions {
  days: readonly string[];
  timeZone: string;
  hours: { first: number; last: number };
  columns: RefObject<HTMLElement | null>;
  onMove: (entry: ScheduleEntry, at: Date) => void;
}

const PAST = 'That time has passed. Choose one later than now.';
/** A press that moves less is a click. */
const DRAG_PX = 4;

const isArrow = (key: string): key is Arrow => (arrows as readonly string[]).includes(key);

/** Moves scheduled blocks by pointer and by keys; nothing is sent before the drop or Enter. */
export function useBlockMoves({ days, timeZone, hours, columns, onMove }: MovesOptions) {
  const [move, setMove] = useState<Move | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const grab = useRef<{ commentId: number; x: number; y: number; offset: number } | null>(null);
  const focused = useRef<{ commentId: number; element: Element } | null>(null);
  const wasDragged = useRef(false);

  const cancel = useCallback(() => {
    grab.current = null;
    setMove(null);
  }, []);

  const isDragging = move?.by === 'pointer';
  useEffect(() => {
    if (!isDragging) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') cancel();
    };
    window.addEventListener('keydown', onKey);
    // Anywhere: the dragged block may have left the grid.
    window.addEventListener('pointerup', cancel);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('pointerup', cancel);
    };
  }, [isDragging, cancel]);

  // Another day is another column, where the block is mounted anew.
  useLayoutEffect(() => {
    const last = focused.current;
    if (!last || last.element.isConnected || document.activeElement !== document.body) return;
    const block = columns.current?.querySelector(`[data-comment="${last.commentId}"]`);
    if (block instanceof HTMLElement) block.focus({ preventScroll: true });
  });

  /** False if the time is refused. */
  function confirm(entry: ScheduleEntry, target: WallTime): boolean {
    const at = instantAt(target, timeZone);
    const before = wallTime(new Date(entry.at), timeZone);
    if (before.day === target.day && before.time === target.time) return true;
    if (at <= new Date()) {
      setRefusal(PAST);
      return false;
    }
    onMove(entry, at);
    return true;
  }

  function targetAt({ clientX, clientY }: PointerEvent): WallTime | null {
    const box = columns.current?.getBoundingClientRect();
    if (!box || !grab.current) return null;
    const column = Math.floor(((clientX - box.left) / box.width) * days.length);
    const day = days[Math.min(days.length - 1, Math.max(0, column))];
    return day ? { day, time: timeAt(clientY - box.top - grab.current.offset, hours) } : null;
  }

  return {
    move,
    refusal,
    blockProps: (entry: ScheduleEntry) => ({
      'data-comment': entry.commentId,
      onFocus({ currentTarget }: FocusEvent<HTMLElement>) {
        focused.current = { commentId: entry.commentId, element: currentTarget };
      },
      onPointerDown(event: PointerEvent<HTMLElement>) {
        wasDragged.current = false;
        setRefusal(null);
        // A finger scrolls; the dialog moves the comment.
        if (event.button !== 0 || event.pointerType === 'touch') return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const offset = event.clientY - event.currentTarget.getBoundingClientRect().top;
        const { commentId } = entry;
        grab.current = { commentId, x: event.clientX, y: event.clientY, offset };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const start = grab.current;
        if (start?.commentId !== entry.commentId) return;
        const far = Math.hypot(event.clientX - start.x, event.clientY - start.y) > DRAG_PX;
        if (!far && !wasDragged.current) return;
        wasDragged.current = true;
        const target = targetAt(event);
        if (target) setMove({ commentId: entry.commentId, by: 'pointer', ...target });
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const isOwn = grab.current?.commentId === entry.commentId;
        const target = isOwn && wasDragged.current ? targetAt(event) : null;
        cancel();
        if (target) confirm(entry, target);
      },
      onPointerCancel: cancel,
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const own = move?.commentId === entry.commentId && move.by === 'keys' ? move : null;
        if (isArrow(event.key)) {
          event.preventDefault();
          setRefusal(null);
          const from = own ?? wallTime(new Date(entry.at), timeZone);
          setMove({ commentId: entry.commentId, by: 'keys', ...stepped(from, event.key) });
        } else if (own && event.key === 'Enter') {
          event.preventDefault();
          if (confirm(entry, own)) cancel();
        } else if (own && event.key === 'Escape') {
          cancel();
          setRefusal(null);
        }
      },
      onBlur() {
        if (move?.by === 'keys') cancel();
      },
    }),
    /** A drag ends with a click of its own. */
    ifClicked: (act: () => void) => () => {
      if (!wasDragged.current) act();
      wasDragged.current = false;
    },
  };
}

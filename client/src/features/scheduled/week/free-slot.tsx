import { Plus } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'wouter';
import type { QueueRow } from '#shared/contracts/queue.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../components/ui/menu.tsx';

interface FreeSlotProps {
  at: string;
  /** Approved comments without a time, in the order of the queue. */
  approved: readonly QueueRow[];
  onSchedule: (row: QueueRow, at: Date) => void;
  className: string;
  style?: CSSProperties;
  children: ReactNode;
}

/** Offers the approved comments for this time. */
export function FreeSlot({ at, approved, onSchedule, className, style, children }: FreeSlotProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className={className} style={style}>
        {children}
        <Plus aria-hidden className="size-3.5 shrink-0" />
      </DropdownMenuTrigger>
      <DropdownMenuContent className="max-w-80">
        {approved.map((row) => (
          <DropdownMenuItem key={row.id} onSelect={() => onSchedule(row, new Date(at))}>
            <span dir="auto" className="truncate">
              {row.comment.video.title}
            </span>
          </DropdownMenuItem>
        ))}
        {approved.length === 0 && (
          <DropdownMenuItem asChild>
            <Link href="/queue">Approve a comment first</Link>
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

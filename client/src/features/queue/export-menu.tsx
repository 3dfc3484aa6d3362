import { Download } from 'lucide-react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { Button } from '../../components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../components/ui/dropdown-menu.tsx';
import { downloadFile } from '../../lib/download.ts';
import { queueCsv, queueCsvName } from '../../lib/queue-csv.ts';

interface ExportMenuProps {
  /** The whole queue, scheduled comments included. */
  items: readonly QueueItem[];
}

export function ExportMenu({ items }: ExportMenuProps) {
  const asCsv = () => downloadFile(queueCsvName(new Date()), 'text/csv;charset=utf-8', queueCsv(items));
  const asJson = () =>
    downloadFile(
      queueCsvName(new Date()).replace(/csv$/, 'json'),
      'application/json',
      JSON.stringify(items, null, 2),
    );
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" className="max-lg:px-2.5">
          <Download aria-hidden />
          <span className="max-lg:sr-only">Export Queue</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={asCsv}>As CSV, for a spreadsheet</DropdownMenuItem>
        <DropdownMenuItem onSelect={asJson}>As JSON, with everything</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

import { exportQueue } from '../../api/queue-export.ts';
import { Button } from '../../components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../components/ui/menu.tsx';

export function ExportMenu() {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" className="max-lg:w-full">
          Export Queue
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => void exportQueue('csv')}>
          As CSV, for a spreadsheet
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void exportQueue('json')}>
          As JSON, with everything
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

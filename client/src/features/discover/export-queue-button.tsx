import { Download } from 'lucide-react';
import { exportQueue } from '../../api/queue.ts';
import { Button } from '../../components/ui/button.tsx';

export function ExportQueueButton() {
  return (
    <Button
      variant="ghost"
      title="Export Queue"
      className="max-lg:px-2.5"
      onClick={() => void exportQueue('csv')}
    >
      <Download aria-hidden />
      <span className="max-lg:sr-only">Export Queue</span>
    </Button>
  );
}

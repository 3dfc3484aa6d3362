import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { errorText } from '../../api/error-text.ts';
import { queueQuery } from '../../api/queue.ts';
import { Button } from '../../components/ui/button.tsx';
import { downloadFile } from '../../lib/download.ts';
import { queueCsv, queueCsvName } from '../../lib/queue-csv.ts';
import { toast } from '../../lib/toast.ts';

export function ExportQueueButton() {
  const client = useQueryClient();
  const exportQueue = async () => {
    try {
      const items = await client.ensureQueryData(queueQuery);
      downloadFile(queueCsvName(new Date()), 'text/csv;charset=utf-8', queueCsv(items));
    } catch (error) {
      toast({
        title: 'Export Failed',
        description: errorText(error, 'Failed to load the queue'),
        variant: 'destructive',
      });
    }
  };
  return (
    <Button variant="ghost" className="max-sm:px-2.5" onClick={() => void exportQueue()}>
      <Download aria-hidden />
      <span className="max-sm:sr-only">Export Queue</span>
    </Button>
  );
}

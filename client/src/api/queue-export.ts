import { downloadFile } from '../lib/browser.ts';
import { toLocalDateTime } from '../lib/formats.ts';
import { fetchAnswer } from './http.ts';
import { toastFailure } from './toast-failure.ts';

const TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' };

/** Downloads the whole queue, scheduled comments included, under today's name. A toast says if it failed. */
export async function exportQueue(format: keyof typeof TYPES): Promise<void> {
  try {
    const answer = await fetchAnswer('/api/queue/export', {
      query: { format },
      accept: `${TYPES[format]}, application/problem+json`,
    });
    const day = toLocalDateTime(new Date()).slice(0, 10);
    downloadFile(`chime-in-queue-${day}.${format}`, TYPES[format], await answer.blob());
  } catch (error) {
    toastFailure('Export Failed', error, 'Failed to load the queue');
  }
}

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../../api/error-text.ts';
import { Button, Skeleton } from '../../../components/ui/button.tsx';

interface VoiceQueryProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'refetch'>;
  /** As in "the rules". */
  what: string;
  /** Lines of the skeleton. */
  lines: number;
  children: (data: Data) => ReactNode;
}

export function VoiceQuery<Data>({ query, what, lines, children }: VoiceQueryProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-failed">
        {errorText(query.error, `Failed to load ${what}`)}
        <Button onClick={() => void query.refetch()}>Try Again</Button>
      </div>
    );
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">Loading {what}</span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className="my-1 h-6 max-w-measure" />
      ))}
    </div>
  );
}

import { queryOptions } from '@tanstack/react-query';
import { sandboxStateSchema } from '#shared/contracts/sandbox.ts';
import { fetchNothing, namedQuery, useChange } from './http.ts';

/** Asked for by each place that offers the sample: no event tells that the last comment is gone. */
export const sandboxStateQuery = queryOptions({
  ...namedQuery(['sandbox'], sandboxStateSchema),
  refetchOnMount: 'always',
});

/** Every list, count and sign-in is another one afterwards, so the page starts anew. */
const startPageAt = (path: string) => window.location.assign(path);

export const useLoadSample = () =>
  useChange(
    async () => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      await fetchNothing('/api/sandbox/sample', { method: 'POST', body: { timeZone } });
      startPageAt('/queue');
    },
    [],
    'Failed to load the sample data',
  );

export const useStartOver = () =>
  useChange(
    async () => {
      await fetchNothing('/api/sandbox/start-over', { method: 'POST' });
      startPageAt('/');
    },
    [],
    'Failed to start over',
  );

import { queryOptions } from '@tanstack/react-query';
import { sandboxStateSchema } from '#shared/contracts/sandbox.ts';
import { fetchNothing, namedQuery, useChange } from './http.ts';

/**
 * Refetched by each component that offers the sample data: no event reports that the last
 * comment is gone.
 */
export const sandboxStateQuery = queryOptions({
  ...namedQuery(['sandbox'], sandboxStateSchema),
  refetchOnMount: 'always',
});

/** Reloads the page, because every list and count and the signed-in user have changed. */
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

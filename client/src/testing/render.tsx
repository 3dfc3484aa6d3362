import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createQueryClient } from '../api/query-client.ts';
import { Toaster } from '../components/ui/toaster.tsx';

/** Shows one screen with what the app puts around it, at an address, and a person to use it. `client` is its cache. */
export function renderPage(page: ReactNode, path = '/', client = createQueryClient()) {
  window.history.replaceState(null, '', path);
  const user = userEvent.setup();
  const view = render(
    <QueryClientProvider client={client}>
      {page}
      <Toaster />
    </QueryClientProvider>,
  );
  return { client, user, ...view };
}

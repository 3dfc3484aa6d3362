import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { createElement, type ReactNode } from 'react';
import { createQueryClient } from '../api/auth.ts';
import { Toaster } from '../components/ui/toaster.tsx';
import { PressPause } from '../lib/presses.ts';

interface Circumstances {
  client?: QueryClient;
  /**
   * How long presses are ignored after a decision, in
   * milliseconds. By default a test can press without pauses.
   */
  pressPause?: number;
}

/**
 * Options of a simulated user. They skip checks of `pointer-events`: without a layout these
 * are meaningless, and they take time.
 */
export const withoutLayout = {
  pointerEventsCheck: PointerEventsCheckLevel.Never,
  skipHover: true,
};

/**
 * Renders a page at an address with what the app puts around it,
 * and returns a simulated user. `client` is the query cache.
 */
export function renderPage(
  page: ReactNode,
  path = '/',
  { client = createQueryClient(), pressPause = 0 }: Circumstances = {},
) {
  window.history.replaceState(null, '', path);
  const user = userEvent.setup(withoutLayout);
  const view = render(
    <QueryClientProvider client={client}>
      <PressPause value={pressPause}>
        {page}
        <Toaster />
      </PressPause>
    </QueryClientProvider>,
  );
  return { client, user, ...view };
}

export function hookOf<Result>(client: QueryClient, hook: () => Result): Result {
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  return renderHook(hook, { wrapper }).result.current;
}

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';

/** Renders a hook with this cache and returns its result. */
export function hookOf<Result>(client: QueryClient, hook: () => Result): Result {
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  return renderHook(hook, { wrapper }).result.current;
}

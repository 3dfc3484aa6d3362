import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { Toaster } from '../components/ui/toaster.tsx';
import { AuthMessages } from '../features/auth/auth-messages.tsx';
import { followTheme } from '../lib/theme.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { Routes } from './routes.tsx';

function Pages() {
  const [location] = useLocation();
  return (
    <Layout>
      <ErrorBoundary resetKey={location}>
        <Routes />
      </ErrorBoundary>
    </Layout>
  );
}

export function App({ client }: { client: QueryClient }) {
  useEffect(followTheme, []);
  return (
    <QueryClientProvider client={client}>
      <LiveUpdates />
      <AuthMessages />
      <Pages />
      <Toaster />
    </QueryClientProvider>
  );
}

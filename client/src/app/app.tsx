import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useSignedIn } from '../api/auth.ts';
import { startLiveUpdates } from '../api/events.ts';
import { Toaster } from '../components/ui/toaster.tsx';
import { AuthMessages } from '../features/auth/auth-messages.tsx';
import { followTheme } from '../lib/storage.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout.tsx';
import { Routes } from './routes.tsx';

function LiveUpdates() {
  const client = useQueryClient();
  const signedIn = useSignedIn();
  useEffect(() => (signedIn ? startLiveUpdates(client) : undefined), [client, signedIn]);
  return null;
}

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

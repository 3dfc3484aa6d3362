import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { Component, type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useSignedIn } from '../api/auth.ts';
import { rereadAfterFailures, startLiveUpdates } from '../api/live.ts';
import { ErrorState } from '../components/page.tsx';
import { Toaster } from '../components/ui/toaster.tsx';
import { AuthMessages } from '../features/auth/account.tsx';
import { followTheme } from '../lib/storage.ts';
import { Layout } from './layout.tsx';
import { Routes } from './routes.tsx';

interface ErrorBoundaryProps {
  /** A new key clears the error. */
  resetKey: string;
  children: ReactNode;
}

interface Failure {
  error: Error | null;
  resetKey: string;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, Failure> {
  override state: Failure = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: Error): Partial<Failure> {
    return { error };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: Failure): Partial<Failure> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children;
    return (
      <ErrorState title="This page could not be shown" onRetry={() => window.location.reload()}>
        <p>{this.state.error.message}</p>
        <p>What you saved is safe on the server. Trying again reloads the page.</p>
      </ErrorState>
    );
  }
}

function LiveUpdates() {
  const client = useQueryClient();
  const signedIn = useSignedIn();
  useEffect(() => rereadAfterFailures(client), [client]);
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

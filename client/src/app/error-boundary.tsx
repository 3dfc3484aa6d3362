import { Component, type ReactNode } from 'react';
import { ErrorState } from '../components/page.tsx';

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

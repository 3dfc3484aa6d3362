import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './ui/button.tsx';

interface ErrorStateProps {
  title: string;
  children: ReactNode;
  onRetry?: () => void;
}

export function ErrorState({ title, children, onRetry }: ErrorStateProps) {
  return (
    <section role="alert" className="flex items-start gap-4 rounded-panel border border-line bg-surface p-6">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-failed" />
      <div className="min-w-0 max-w-measure">
        <h2 className="text-lg font-semibold">{title}</h2>
        <div className="mt-1 text-pretty text-muted">{children}</div>
        {onRetry && (
          <Button className="mt-4" onClick={onRetry}>
            Try Again
          </Button>
        )}
      </div>
    </section>
  );
}

import { errorText } from '../../api/error-text.ts';
import { ErrorState } from '../../components/page.tsx';

interface NotLoadedProps {
  error: unknown;
  onRetry: () => void;
}

/** In place of a comment whose request failed. */
export function NotLoaded({ error, onRetry }: NotLoadedProps) {
  return (
    <div className="max-w-measure p-6 lg:px-10">
      <ErrorState title="The comment could not be loaded" onRetry={onRetry}>
        {errorText(error, 'Failed to load the comment.')}
      </ErrorState>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { modelSettingsQuery } from '../../../api/settings.ts';

/** Names what writes the drafts. */
export function ModelLine() {
  const { data } = useQuery(modelSettingsQuery);
  const words =
    data &&
    (data.source === 'none'
      ? 'No language model is connected yet.'
      : data.source === 'sandbox'
        ? 'Drafts come from the sandbox’s model.'
        : `Drafts come from ${data.model}.`);
  return (
    <p className="flex min-h-5 flex-wrap gap-x-2 text-sm text-muted">
      {words}
      {data && data.source !== 'environment' && (
        <Link
          href="/settings?tab=general"
          className="font-medium text-accent underline-offset-2 hover:underline"
        >
          {data.source === 'settings' ? 'Change it' : 'Connect yours'}
        </Link>
      )}
    </p>
  );
}

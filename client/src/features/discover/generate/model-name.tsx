import { useQuery } from '@tanstack/react-query';
import { modelSettingsQuery } from '../../../api/settings.ts';

/** Who writes the drafts here. */
export function ModelName() {
  const settings = useQuery(modelSettingsQuery).data;
  if (!settings || settings.source === 'none') return null;
  const name = settings.source === 'sandbox' ? 'the sandbox’s model' : settings.model;
  return (
    <span className="min-w-0 truncate text-xs text-soft" title={name}>
      by {name}
    </span>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProfileVersion } from '#shared/contracts/profile-versions.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { profileVersionsQuery, useRestoreVersion } from '../../../api/voice-profiles.ts';
import { DateTime } from '../../../components/time.tsx';
import { Badge, Button } from '../../../components/ui/button.tsx';
import { succeeded } from '../notices.ts';
import { VoiceQuery } from './voice-query.tsx';
import { VoiceSection } from './voice-section.tsx';

const shownAtFirst = 5;

interface VersionListProps {
  versions: readonly ProfileVersion[];
  pending: boolean;
  onRestore: (version: ProfileVersion) => void;
}

function VersionList({ versions, pending, onRestore }: VersionListProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (versions.length === 0) return <p>The first change makes the first version.</p>;
  const shown = isWhole ? versions : versions.slice(0, shownAtFirst);
  return (
    <>
      <ol className="flex flex-col">
        {shown.map((version) => (
          <li
            key={version.number}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-2 last:border-0 sm:grid-cols-[6rem_minmax(0,1fr)_auto]"
          >
            <span className="font-medium tabular-nums">Version {version.number}</span>
            <span className="max-sm:col-start-1 max-sm:row-start-2">
              {version.reason}
              <span className="block text-sm text-muted tabular-nums">
                {version.name}, {version.rules.length} rule{version.rules.length === 1 ? '' : 's'},{' '}
                <DateTime iso={version.createdAt} />
              </span>
            </span>
            {version.isCurrent ? (
              <Badge tone="accent" dot>
                Current
              </Badge>
            ) : (
              <Button
                disabled={pending}
                aria-label={`Go back to version ${version.number}`}
                onClick={() => onRestore(version)}
              >
                Go Back
              </Button>
            )}
          </li>
        ))}
      </ol>
      {shown.length < versions.length && (
        <Button className="self-start" onClick={() => setIsWhole(true)}>
          Show All ({versions.length})
        </Button>
      )}
    </>
  );
}

export function Versions({ profileId }: { profileId: number }) {
  const versions = useQuery(profileVersionsQuery(profileId));
  const restoring = useRestoreVersion(profileId);
  const restore = (version: ProfileVersion) =>
    restoring.mutate(version, {
      onSuccess: () => succeeded(`Went back to version ${version.number}`),
      onError: (error) => toastFailure('Failed to go back to this version', error),
    });
  return (
    <VoiceSection
      title="Versions"
      help="Each change to the profile or its rules is kept. Going back makes a new version, so you can undo that too."
    >
      <VoiceQuery query={versions} what="the versions" lines={3}>
        {(data) => <VersionList versions={data} pending={restoring.isPending} onRestore={restore} />}
      </VoiceQuery>
    </VoiceSection>
  );
}

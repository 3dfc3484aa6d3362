import { useState } from 'react';
import type { ProfileVersion } from '#shared/contracts/voice.ts';
import { profileVersionsQuery, useRestoreVersion } from '../../api/voice.ts';
import { DateTime } from '../../components/time.tsx';
import { Badge, Button } from '../../components/ui/button.tsx';
import { counted } from '../../lib/formats.ts';
import { Loaded, SettingsSection, succeeded } from './kept-form.tsx';

const shownAtFirst = 5;

function VersionList({
  versions,
  profileId,
}: {
  versions: readonly ProfileVersion[];
  profileId: number;
}) {
  const restoring = useRestoreVersion(profileId);
  const [isWhole, setIsWhole] = useState(false);
  const restore = (version: ProfileVersion) =>
    restoring.mutate(version, {
      onSuccess: () => succeeded(`Went back to version ${version.number}`),
    });
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
                {version.name}, {counted(version.rules.length, 'rule')},{' '}
                <DateTime iso={version.createdAt} />
              </span>
            </span>
            {version.isCurrent ? (
              <Badge dot="accent">Current</Badge>
            ) : (
              <Button
                disabled={restoring.isPending}
                aria-label={`Go back to version ${version.number}`}
                onClick={() => restore(version)}
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

export const Versions = ({ profileId }: { profileId: number }) => (
  <SettingsSection
    title="Versions"
    help="Each change to the profile or its rules is kept. Going back makes a new version, so you can undo that too."
  >
    <Loaded query={profileVersionsQuery(profileId)} what="the versions" lines={3}>
      {(data) => <VersionList versions={data} profileId={profileId} />}
    </Loaded>
  </SettingsSection>
);

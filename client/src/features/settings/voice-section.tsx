import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { ProfileVersion, StyleProfile as StyleProfileData } from '#shared/contracts/voice.ts';
import { errorText } from '../../api/http.ts';
import { profileVersionsQuery, styleProfileQuery, useRestoreVersion } from '../../api/voice.ts';
import { DateTime } from '../../components/time.tsx';
import { Badge, Button, Skeleton } from '../../components/ui/button.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';
import { succeeded } from './kept-form.tsx';

type SectionProps = { title: string; help: string; actions?: ReactNode; children: ReactNode };

export function VoiceSection({ title, help, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4 border-t border-line pt-6">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="max-w-measure min-w-0 flex-1 basis-80">
          <h3 id={id} className="text-lg font-semibold">
            {title}
          </h3>
          <p className="mt-1 text-sm text-muted">{help}</p>
        </div>
        {actions && <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'refetch'>;
  /** As in "the rules". */
  what: string;
  /** Lines of the skeleton. */
  lines: number;
  children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, what, lines, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-failed">
        {errorText(query.error, `Failed to load ${what}`)}
        <Button onClick={() => void query.refetch()}>Try Again</Button>
      </div>
    );
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">Loading {what}</span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className="my-1 h-6 max-w-measure" />
      ))}
    </div>
  );
}

function basis({ texts, words, hasEnoughTexts }: StyleProfileData): string {
  const from = `Drawn from ${counted(texts, 'text')} with ${formatNumber(words)} words.`;
  return hasEnoughTexts ? from : `${from} That is too little to measure drafts against it yet.`;
}

function Traits({ styleProfile }: { styleProfile: StyleProfileData }) {
  if (styleProfile.texts === 0)
    return <p>Nothing to draw from yet. Bring your own comments, or approve a few drafts.</p>;
  return (
    <>
      <p className="text-sm text-muted tabular-nums">{basis(styleProfile)}</p>
      <dl className="grid gap-x-6 sm:grid-cols-[10rem_minmax(0,1fr)]">
        {styleProfile.traits.map(({ name, label, detail, quote }) => (
          <div
            key={name}
            className="grid border-b border-line py-2 last:border-0 sm:col-span-2 sm:grid-cols-subgrid"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 tabular-nums">
              {detail}
              {quote && (
                <q className="block max-w-measure truncate font-voice text-voice-sm text-muted">{quote}</q>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function StyleProfile({ profileId }: { profileId: number }) {
  const styleProfile = useQuery(styleProfileQuery(profileId));
  return (
    <VoiceSection
      title="Style profile"
      help="How you write, counted from your own comments and from the drafts you approved. Each draft is measured against it."
    >
      <Loaded query={styleProfile} what="the style profile" lines={6}>
        {(data) => <Traits styleProfile={data} />}
      </Loaded>
    </VoiceSection>
  );
}

const shownAtFirst = 5;

function VersionList({ versions, profileId }: { versions: readonly ProfileVersion[]; profileId: number }) {
  const restoring = useRestoreVersion(profileId);
  const [isWhole, setIsWhole] = useState(false);
  const restore = (version: ProfileVersion) =>
    restoring.mutate(version, { onSuccess: () => succeeded(`Went back to version ${version.number}`) });
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
                {version.name}, {counted(version.rules.length, 'rule')}, <DateTime iso={version.createdAt} />
              </span>
            </span>
            {version.isCurrent ? (
              <Badge tone="accent" dot>
                Current
              </Badge>
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

export function Versions({ profileId }: { profileId: number }) {
  const versions = useQuery(profileVersionsQuery(profileId));
  return (
    <VoiceSection
      title="Versions"
      help="Each change to the profile or its rules is kept. Going back makes a new version, so you can undo that too."
    >
      <Loaded query={versions} what="the versions" lines={3}>
        {(data) => <VersionList versions={data} profileId={profileId} />}
      </Loaded>
    </VoiceSection>
  );
}

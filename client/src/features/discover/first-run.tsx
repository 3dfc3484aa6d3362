import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { authUserQuery } from '../../api/auth.ts';
import { userSettingsQuery } from '../../api/settings.ts';
import { ownCommentsQuery, styleProfileQuery, styleRulesQuery, voiceProfilesQuery } from '../../api/voice.ts';
import { PageHeader } from '../../components/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { lastSearch } from './discover-search.ts';
import { DraftStep } from './first-draft.tsx';
import { StyleStep } from './first-style.tsx';
import { PasteStep, type StepState } from './paste-step.tsx';

const NO_PROFILE = 0;

/** What the active voice has so far; what a step shows as done follows from it. */
function useVoice() {
  const settings = useQuery(userSettingsQuery).data;
  const profiles = useQuery(voiceProfilesQuery).data;
  const profile = profiles?.find(({ id }) => id === settings?.activeVoiceProfileId);
  const id = profile?.id ?? NO_PROFILE;
  const enabled = profile !== undefined;
  const own = useInfiniteQuery({ ...ownCommentsQuery(id), enabled }).data?.pages[0];
  const styleProfile = useQuery({ ...styleProfileQuery(id), enabled }).data;
  const rules = useQuery({ ...styleRulesQuery(id), enabled }).data ?? [];
  return { isKnown: profiles !== undefined && settings !== undefined, profile, own, styleProfile, rules };
}

/** Three steps from nothing to a first draft in the person's own voice; each can be skipped. */
export function FirstRun({ onClose }: { onClose: () => void }) {
  const { isKnown, profile, own, styleProfile, rules } = useVoice();
  const user = useQuery(authUserQuery).data?.user;
  const profileName = user?.name ?? 'My voice';
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set());
  const [isQueued, setIsQueued] = useState(false);
  const [search, setSearch] = useState(lastSearch);
  const steps = useRef<HTMLDivElement>(null);

  const hasOwn = (own?.total ?? 0) > 0;
  const isStyleKept = rules.some(({ status }) => status === 'accepted') || (profile !== undefined && !hasOwn);
  const done = [hasOwn, isStyleKept, isQueued];
  const now = done.findIndex((isDone, at) => !isDone && !skipped.has(at));
  const stateOf = (at: number): StepState => (done[at] ? 'done' : at === now ? 'now' : 'later');
  const goTo = (step: number) => steps.current?.querySelector<HTMLElement>(`[data-step="${step}"]`)?.focus();
  const skip = (at: number) => () => {
    if (at === done.length - 1) return onClose();
    setSkipped((before) => new Set(before).add(at));
    goTo(at + 2);
  };

  return (
    <>
      <PageHeader
        title="Discover Videos"
        actions={
          <Button variant="ghost" className="-mr-3" onClick={onClose}>
            {isQueued ? 'Close setup' : 'Skip setup'}
            <ArrowRight aria-hidden />
          </Button>
        }
      />
      <div className="px-(--gutter) pt-2 pb-6">
        <h2 className="text-2xl font-semibold tracking-tight">Make the drafts sound like you</h2>
        <p className="mt-1 text-lg text-soft">
          Three steps, about two minutes. Skip any of them and come back under Voice Profile.
        </p>
      </div>
      <div
        ref={steps}
        aria-busy={!isKnown}
        className="grid border-y border-line lg:grid-cols-3 lg:px-[calc(var(--gutter)-1.5rem)]"
      >
        <PasteStep
          state={stateOf(0)}
          profileId={profile?.id}
          profileName={profileName}
          own={own}
          onSkip={skip(0)}
          onAdded={() => goTo(2)}
        />
        <StyleStep
          state={stateOf(1)}
          profile={profile}
          profileName={profileName}
          styleProfile={styleProfile}
          rules={rules}
          own={own?.comments ?? []}
          search={search}
          onSkip={skip(1)}
          onSaved={() => goTo(3)}
        />
        <DraftStep
          state={stateOf(2)}
          subject={profile?.expertiseAreas[0] ?? ''}
          onSearch={setSearch}
          onSkip={skip(2)}
          onQueued={() => setIsQueued(true)}
        />
      </div>
    </>
  );
}

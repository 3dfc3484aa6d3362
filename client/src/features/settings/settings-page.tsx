import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { z } from 'zod';
import type { UserSettings } from '#shared/contracts/settings.ts';
import type { VoiceProfile } from '#shared/contracts/voice.ts';
import { modelSettingsQuery, userSettingsQuery } from '../../api/settings.ts';
import { voiceProfilesQuery } from '../../api/voice.ts';
import { LoadError, PageBody, PageHeader } from '../../components/page.tsx';
import { SettingsSkeleton } from '../../components/skeletons.tsx';
import { ButtonLink, Skeleton } from '../../components/ui/button.tsx';
import {
  Tabs,
  TabsContent,
  TabsList,
  TabsTrigger,
} from '../../components/ui/choices.tsx';
import { useAddress, useAddressDialog } from '../../lib/address.ts';
import { lazyWithPreload } from '../../lib/browser.ts';
import { GeneralSettings } from './general-settings.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { ActiveProfile, AllProfiles } from './profiles.tsx';

const NoticesSettings = lazyWithPreload(
  async () => (await import('./notices-settings.tsx')).NoticesSettings,
);

const addressContract = z.object({
  tab: z.enum(['active', 'all', 'general', 'notices']).optional(),
});

function SettingsTabs({
  profiles,
  settings,
}: {
  profiles: readonly VoiceProfile[];
  settings: UserSettings;
}) {
  const active = profiles.find(({ id }) => id === settings.activeVoiceProfileId);
  // Does not change later: after creating the very first profile, the user must stay on
  // this tab.
  const [first] = useState(active ? 'active' : 'all');
  const [{ tab: asked = first }, setAddress] = useAddress(addressContract);
  const dialog = useAddressDialog('profile');
  // The Active Profile tab disappears with the last active profile.
  const tab = asked === 'active' && !active ? 'all' : asked;
  const named = profiles.find(({ id }) => String(id) === dialog.value);
  // A profile that is deleted elsewhere stays open with what was typed.
  const lastNamed = useRef(named);
  if (named) lastNamed.current = named;
  const isNamed = String(lastNamed.current?.id) === dialog.value;
  const editing = isNamed ? lastNamed.current : undefined;
  return (
    <>
      <Tabs value={tab} onValueChange={(next) => setAddress({ tab: next })}>
        <TabsList
          className="px-[calc(var(--gutter)-0.75rem)] max-sm:px-[calc(var(--gutter)-0.25rem)] max-sm:gap-x-0.5 max-sm:[&>*]:px-1 max-sm:[&>*]:text-sm max-[24rem]:justify-between max-[24rem]:tracking-tight max-[24rem]:[&>*]:px-0"
          aria-label="Settings"
        >
          {active && <TabsTrigger value="active">Active Profile</TabsTrigger>}
          <TabsTrigger value="all">All Profiles</TabsTrigger>
          <TabsTrigger value="general">General Settings</TabsTrigger>
          <TabsTrigger value="notices">Notices</TabsTrigger>
        </TabsList>
        <PageBody>
          {active && (
            <TabsContent value="active">
              <ActiveProfile
                key={active.id}
                profile={active}
                onEdit={() => dialog.open(String(active.id))}
              />
            </TabsContent>
          )}
          <TabsContent value="all">
            <AllProfiles
              profiles={profiles}
              activeId={settings.activeVoiceProfileId}
              onEdit={dialog.open}
            />
          </TabsContent>
          <TabsContent value="general">
            <GeneralSettings settings={settings} profiles={profiles} />
          </TabsContent>
          <TabsContent value="notices">
            <Suspense fallback={<Skeleton className="h-96" />}>
              <NoticesSettings />
            </Suspense>
          </TabsContent>
        </PageBody>
      </Tabs>
      {(editing || dialog.value === 'new') && (
        <ProfileDialog profile={editing ?? null} onClose={dialog.close} />
      )}
    </>
  );
}

function LoadedSettings() {
  const profiles = useQuery(voiceProfilesQuery);
  const settings = useQuery(userSettingsQuery);
  // Loaded with the rest, so that its line is already there when General Settings opens.
  usePrefetchQuery(modelSettingsQuery);
  if (profiles.data && settings.data)
    return <SettingsTabs profiles={profiles.data} settings={settings.data} />;
  const error = profiles.error ?? settings.error;
  if (!error) return <SettingsSkeleton />;
  const refetch = () => Promise.all([profiles.refetch(), settings.refetch()]);
  return (
    <PageBody>
      <LoadError what="settings" query={{ error, refetch }} also="Nothing was changed." />
    </PageBody>
  );
}

export function SettingsPage() {
  return (
    <>
      <PageHeader
        title="Voice Profile"
        actions={
          <ButtonLink href="/discover?setup=open" variant="ghost">
            Set up step by step
          </ButtonLink>
        }
      />
      <LoadedSettings />
    </>
  );
}

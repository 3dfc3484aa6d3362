import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserSettings } from '#shared/contracts/user-settings.ts';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import { errorText } from '../../api/error-text.ts';
import { userSettingsQuery } from '../../api/user-settings.ts';
import { voiceProfilesQuery } from '../../api/voice-profiles.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { GeneralSettings } from './general/general-settings.tsx';
import { ActiveProfile } from './profiles/active-profile.tsx';
import { AllProfiles } from './profiles/all-profiles.tsx';
import { ProfileDialog } from './profiles/profile-dialog.tsx';
import { SettingsSkeleton } from './settings-skeleton.tsx';

interface SettingsTabsProps {
  profiles: readonly VoiceProfile[];
  settings: UserSettings;
}

function SettingsTabs({ profiles, settings }: SettingsTabsProps) {
  const active = profiles.find(({ id }) => id === settings.activeVoiceProfileId);
  const [chosen, setChosen] = useState(active ? 'active' : 'all');
  const [editing, setEditing] = useState<VoiceProfile | 'new' | null>(null);
  // The Active Profile tab disappears with the last active profile.
  const tab = chosen === 'active' && !active ? 'all' : chosen;
  return (
    <>
      <Tabs value={tab} onValueChange={setChosen}>
        <TabsList className="max-sm:[&>*]:px-1.5" aria-label="Settings">
          {active && <TabsTrigger value="active">Active Profile</TabsTrigger>}
          <TabsTrigger value="all">All Profiles</TabsTrigger>
          <TabsTrigger value="general">General Settings</TabsTrigger>
        </TabsList>
        {active && (
          <TabsContent value="active">
            <ActiveProfile key={active.id} profile={active} onEdit={() => setEditing(active)} />
          </TabsContent>
        )}
        <TabsContent value="all">
          <AllProfiles
            profiles={profiles}
            activeId={settings.activeVoiceProfileId}
            onNew={() => setEditing('new')}
            onEdit={setEditing}
          />
        </TabsContent>
        <TabsContent value="general">
          <GeneralSettings settings={settings} profiles={profiles} />
        </TabsContent>
      </Tabs>
      {editing && (
        <ProfileDialog profile={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}

export function SettingsPage() {
  const profiles = useQuery(voiceProfilesQuery);
  const settings = useQuery(userSettingsQuery);
  const error = profiles.error ?? settings.error;
  const retry = () => {
    void profiles.refetch();
    void settings.refetch();
  };
  return (
    <>
      <PageHeader title="Voice Profile" />
      {profiles.data && settings.data ? (
        <SettingsTabs profiles={profiles.data} settings={settings.data} />
      ) : error ? (
        <ErrorState title="The settings could not be loaded" onRetry={retry}>
          {errorText(error, 'Failed to load the settings.')} Nothing was changed.
        </ErrorState>
      ) : (
        <SettingsSkeleton />
      )}
    </>
  );
}

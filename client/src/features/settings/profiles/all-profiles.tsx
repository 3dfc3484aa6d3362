import { useQueryClient } from '@tanstack/react-query';
import { Mic, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import { tellSettingsFailure, useUpdateUserSettings } from '../../../api/user-settings.ts';
import { useDeleteVoiceProfile, voiceProfilesQuery } from '../../../api/voice-profiles.ts';
import { EmptyState } from '../../../components/page.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { AlertDialog } from '../../../components/ui/dialog.tsx';
import { failed, succeeded } from '../notices.ts';
import { ImportButton } from './import-button.tsx';
import { ProfileCard } from './profile-card.tsx';

interface AllProfilesProps {
  profiles: readonly VoiceProfile[];
  activeId: number | null;
  onNew: () => void;
  onEdit: (profile: VoiceProfile) => void;
}

export function AllProfiles({ profiles, activeId, onNew, onEdit }: AllProfilesProps) {
  const client = useQueryClient();
  const settings = useUpdateUserSettings(tellSettingsFailure);
  const removal = useDeleteVoiceProfile();
  const [deleting, setDeleting] = useState<VoiceProfile | null>(null);

  const activate = (id: number) =>
    settings.mutate(
      { activeVoiceProfileId: id },
      { onSuccess: () => succeeded('Settings updated successfully') },
    );

  const remove = (id: number) =>
    removal.mutate(id, {
      onSuccess: () => succeeded('Voice profile deleted successfully'),
      onError: (error) => failed(error, 'Failed to delete voice profile'),
    });

  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-lg font-semibold max-sm:basis-full">Manage All Profiles</h2>
        <Button variant="primary" onClick={onNew}>
          <Plus aria-hidden />
          New Profile
        </Button>
        <ImportButton />
        <Button
          variant="ghost"
          className="max-sm:px-2.5"
          onClick={() => void client.invalidateQueries({ queryKey: voiceProfilesQuery.queryKey })}
        >
          <RefreshCw aria-hidden />
          <span className="max-sm:sr-only">Refresh</span>
        </Button>
      </div>
      {profiles.length === 0 ? (
        <EmptyState icon={Mic} title="No voice profiles created yet">
          Create your first profile to get started
        </EmptyState>
      ) : (
        <>
          <p className="text-sm text-muted">
            {profiles.length} profile{profiles.length === 1 ? '' : 's'} found:{' '}
            {profiles.map(({ name }) => name).join(', ')}
          </p>
          <div className="flex flex-col border-t border-line">
            {profiles.map((profile) => (
              <ProfileCard
                key={profile.id}
                profile={profile}
                active={profile.id === activeId}
                deletable={profiles.length > 1}
                activating={settings.isPending}
                onActivate={() => activate(profile.id)}
                onEdit={() => onEdit(profile)}
                onDelete={() => setDeleting(profile)}
              />
            ))}
          </div>
        </>
      )}
      {deleting && (
        <AlertDialog
          open
          onOpenChange={(open) => !open && setDeleting(null)}
          title="Delete Profile"
          description={`Are you sure you want to delete "${deleting.name}"? This action cannot be undone.`}
          confirmLabel="Delete"
          danger
          onConfirm={() => remove(deleting.id)}
        />
      )}
    </section>
  );
}

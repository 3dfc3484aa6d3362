import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Mic, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import type { VoiceProfile } from '#shared/contracts/voice.ts';
import { useUpdateUserSettings } from '../../api/settings.ts';
import {
  styleProfileQuery,
  styleRulesQuery,
  useDeleteVoiceProfile,
  voiceProfilesQuery,
} from '../../api/voice.ts';
import { EmptyState } from '../../components/page.tsx';
import { Badge, Button, IconButton } from '../../components/ui/button.tsx';
import { ConfirmButton } from '../../components/ui/dialog.tsx';
import { counted } from '../../lib/formats.ts';
import { failed, succeeded } from './kept-form.tsx';
import { OwnWords } from './own-words.tsx';
import { ExportButton, ImportButton } from './profile-file.tsx';
import { Versions } from './profile-versions.tsx';
import { StyleProfile } from './style-profile.tsx';
import { StyleRules } from './style-rules.tsx';

const SHOWN = 3;

function ExpertiseBadges({ areas }: { areas: readonly string[] }) {
  if (areas.length === 0) return null;
  const more = areas.length - SHOWN;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {areas.slice(0, SHOWN).map((area) => (
        <li key={area}>
          <Badge className="wrap-anywhere">{area}</Badge>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Badge title={areas.slice(SHOWN).join(', ')}>+{more} more</Badge>
        </li>
      )}
    </ul>
  );
}

interface ProfileCardProps {
  profile: VoiceProfile;
  isActive: boolean;
  isOnly: boolean;
  /**
   * Shared by all cards, because two choices at the same time could be saved in the wrong
   * order.
   */
  settings: ReturnType<typeof useUpdateUserSettings>;
  onEdit: () => void;
}

function ProfileCard({ profile, isActive, isOnly, settings, onEdit }: ProfileCardProps) {
  const { id, name } = profile;
  const removal = useDeleteVoiceProfile();
  const activate = () =>
    settings.mutate(
      { activeVoiceProfileId: id },
      { onSuccess: () => succeeded('Settings updated successfully') },
    );
  // Does not use callbacks of `mutate`, because the card is unmounted by then.
  const remove = () =>
    void removal.mutateAsync(id).then(
      () => succeeded('Voice profile deleted successfully'),
      (error) => failed(error, 'Failed to delete voice profile'),
    );
  return (
    <article
      aria-label={name}
      className="flex flex-wrap items-start gap-x-4 gap-y-3 border-b border-line py-4"
    >
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-2">
        <div>
          <h3 className="flex flex-wrap items-center gap-2 font-medium">
            {name}
            {isActive && <Badge dot="accent">Active</Badge>}
          </h3>
          <p className="line-clamp-2 text-sm text-muted">
            {profile.description || 'No description provided'}
          </p>
        </div>
        <ExpertiseBadges areas={profile.expertiseAreas} />
      </div>
      <div className="flex items-center gap-1">
        {!isActive && (
          <Button disabled={settings.isPending} onClick={activate}>
            Set Active
          </Button>
        )}
        <IconButton
          icon={Pencil}
          aria-label={`Edit ${name}`}
          title="Edit"
          onClick={onEdit}
        />
        <ExportButton profile={profile} />
        <ConfirmButton
          variant="ghost"
          size="icon"
          aria-label={`Delete ${name}`}
          title={isOnly ? 'The only profile cannot be deleted' : 'Delete'}
          disabled={isOnly}
          question={{
            title: 'Delete Profile',
            description: `Are you sure you want to delete "${name}"? This action cannot be undone.`,
            confirmLabel: 'Delete',
            onConfirm: remove,
          }}
        >
          <Trash2 />
        </ConfirmButton>
      </div>
    </article>
  );
}

interface AllProfilesProps {
  profiles: readonly VoiceProfile[];
  activeId: number | null;
  onEdit: (id: string) => void;
}

export function AllProfiles({ profiles, activeId, onEdit }: AllProfilesProps) {
  const client = useQueryClient();
  const settings = useUpdateUserSettings();
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-lg font-semibold max-sm:basis-full">
          Manage All Profiles
        </h2>
        <Button variant="primary" onClick={() => onEdit('new')}>
          <Plus />
          New Profile
        </Button>
        <ImportButton />
        <Button
          variant="ghost"
          className="max-sm:px-2.5"
          onClick={() =>
            void client.invalidateQueries({ queryKey: voiceProfilesQuery.queryKey })
          }
        >
          <RefreshCw />
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
            {counted(profiles.length, 'profile')} found:{' '}
            {profiles.map(({ name }) => name).join(', ')}
          </p>
          <div className="flex flex-col border-t border-line">
            {profiles.map((profile) => (
              <ProfileCard
                key={profile.id}
                profile={profile}
                isActive={profile.id === activeId}
                isOnly={profiles.length === 1}
                settings={settings}
                onEdit={() => onEdit(String(profile.id))}
              />
            ))}
          </div>
        </>
      )}
    </section>
  );
}

export function ActiveProfile({
  profile,
  onEdit,
}: {
  profile: VoiceProfile;
  onEdit: () => void;
}) {
  const styleProfile = useQuery(styleProfileQuery(profile.id));
  const styleRules = useQuery(styleRulesQuery(profile.id));
  // The height of the style profile is unknown while it loads.
  // Show the sections below later, so that they do not jump.
  const isPlaceKnown = styleProfile.isFetched && styleRules.isFetched;
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      <section className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0 max-w-measure">
            <h2 className="text-lg font-semibold">{profile.name}</h2>
            <p className="mt-1 text-muted">
              {profile.description || 'No description provided'}
            </p>
          </div>
          <Button onClick={onEdit}>
            <Pencil />
            Edit
          </Button>
        </div>
        <ExpertiseBadges areas={profile.expertiseAreas} />
      </section>
      <OwnWords profileId={profile.id} />
      <StyleProfile profile={profile} />
      {isPlaceKnown && (
        <>
          <StyleRules profileId={profile.id} />
          <Versions profileId={profile.id} />
        </>
      )}
    </div>
  );
}

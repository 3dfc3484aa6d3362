import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import { styleProfileQuery } from '../../../api/own-comments.ts';
import { styleRulesQuery } from '../../../api/style-rules.ts';
import { Button } from '../../../components/ui/button.tsx';
import { OwnWords } from '../voice/own-words.tsx';
import { StyleProfile } from '../voice/style-profile.tsx';
import { StyleRules } from '../voice/style-rules.tsx';
import { Versions } from '../voice/versions.tsx';
import { ExpertiseBadges } from './expertise-badges.tsx';

interface ActiveProfileProps {
  profile: VoiceProfile;
  onEdit: () => void;
}

export function ActiveProfile({ profile, onEdit }: ActiveProfileProps) {
  const styleProfile = useQuery(styleProfileQuery(profile.id));
  const styleRules = useQuery(styleRulesQuery(profile.id));
  // A style profile shows its length only when loaded: sections below wait, so that they do not jump.
  const isPlaceKnown = styleProfile.isFetched && styleRules.isFetched;
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      <section className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0 max-w-measure">
            <h2 className="text-lg font-semibold">{profile.name}</h2>
            <p className="mt-1 text-muted">{profile.description ?? 'No description provided'}</p>
          </div>
          <Button onClick={onEdit}>
            <Pencil aria-hidden />
            Edit
          </Button>
        </div>
        <ExpertiseBadges areas={profile.expertiseAreas} />
      </section>
      <OwnWords profileId={profile.id} />
      <StyleProfile profileId={profile.id} />
      {isPlaceKnown && (
        <>
          <StyleRules profileId={profile.id} />
          <Versions profileId={profile.id} />
        </>
      )}
    </div>
  );
}

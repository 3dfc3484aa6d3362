import { Pencil } from 'lucide-react';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import { Button } from '../../components/ui/button.tsx';
import { ExpertiseBadges } from './expertise-badges.tsx';
import { OwnWords } from './voice/own-words.tsx';
import { Portrait } from './voice/portrait.tsx';
import { Rules } from './voice/rules.tsx';
import { Versions } from './voice/versions.tsx';

interface ActiveProfileProps {
  profile: VoiceProfile;
  onEdit: () => void;
}

/** The voice drafts are written in now: its words, its portrait, what it learned, and the way back. */
export function ActiveProfile({ profile, onEdit }: ActiveProfileProps) {
  return (
    <div className="flex flex-col gap-8">
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
      <Portrait profileId={profile.id} />
      <Rules profileId={profile.id} />
      <Versions profileId={profile.id} />
    </div>
  );
}

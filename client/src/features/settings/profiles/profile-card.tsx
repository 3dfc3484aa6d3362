import { Download, Pencil, Trash2 } from 'lucide-react';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import { Badge, Button } from '../../../components/ui/button.tsx';
import { downloadFile } from '../../../lib/browser.ts';
import { ExpertiseBadges } from './expertise-badges.tsx';
import { profileFileName, profileFileText } from './profile-file.ts';

interface ProfileCardProps {
  profile: VoiceProfile;
  active: boolean;
  deletable: boolean;
  activating: boolean;
  onActivate: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function ProfileCard({
  profile,
  active,
  deletable,
  activating,
  onActivate,
  onEdit,
  onDelete,
}: ProfileCardProps) {
  const { name } = profile;
  const download = () => downloadFile(profileFileName(name), 'application/json', profileFileText(profile));
  return (
    <article
      aria-label={name}
      className="flex flex-wrap items-start gap-x-4 gap-y-3 border-b border-line py-4"
    >
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-2">
        <div>
          <h3 className="flex flex-wrap items-center gap-2 font-medium">
            {name}
            {active && (
              <Badge tone="accent" dot>
                Active
              </Badge>
            )}
          </h3>
          <p className="line-clamp-2 text-sm text-muted">
            {profile.description ?? 'No description provided'}
          </p>
        </div>
        <ExpertiseBadges areas={profile.expertiseAreas} />
      </div>
      <div className="flex items-center gap-1">
        {!active && (
          <Button disabled={activating} onClick={onActivate}>
            Set Active
          </Button>
        )}
        <Button variant="ghost" size="icon" aria-label={`Edit ${name}`} title="Edit" onClick={onEdit}>
          <Pencil aria-hidden />
        </Button>
        <Button variant="ghost" size="icon" aria-label={`Export ${name}`} title="Export" onClick={download}>
          <Download aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Delete ${name}`}
          title={deletable ? 'Delete' : 'The only profile cannot be deleted'}
          disabled={!deletable}
          onClick={onDelete}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </article>
  );
}

import type { UserSettings } from '#shared/contracts/user-settings.ts';
import { useUpdateUserSettings } from '../../api/user-settings.ts';
import { SwitchField } from '../../components/ui/switch.tsx';
import { failed } from './notices.ts';

/** Takes effect at once: it is for when something must stop. */
export function PauseSwitch({ settings }: { settings: UserSettings }) {
  const update = useUpdateUserSettings();
  return (
    <SwitchField
      label="Pause posting"
      help="While it is on nothing is posted, neither by hand nor on schedule. What is scheduled keeps its place."
      checked={update.isPending ? update.variables.postingPaused === true : settings.postingPaused}
      disabled={update.isPending}
      onCheckedChange={(postingPaused) =>
        update.mutate({ postingPaused }, { onError: (error) => failed(error, 'Failed to update settings') })
      }
    />
  );
}

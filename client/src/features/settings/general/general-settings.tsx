import { type ReactNode, useId } from 'react';
import type { UserSettings } from '#shared/contracts/user-settings.ts';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import { useUpdateUserSettings } from '../../../api/user-settings.ts';
import { PolicyLinks } from '../../../components/policy-links.tsx';
import { Segmented } from '../../../components/ui/radio-group.tsx';
import { SwitchField } from '../../../components/ui/switch.tsx';
import { usePreference } from '../../../lib/preference.ts';
import { themeLabels, themePreference, themes } from '../../../lib/theme.ts';
import { shortcutsPreference } from '../../../lib/use-shortcuts.ts';
import { failed } from '../notices.ts';
import { Backups } from './backups.tsx';
import { Disconnect } from './disconnect.tsx';
import { QuotaView } from './quota-view.tsx';
import { SettingsForm } from './settings-form.tsx';

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 border-t border-line pt-6">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Takes effect at once, without Save Settings. */
function PauseSwitch({ settings }: { settings: UserSettings }) {
  const update = useUpdateUserSettings();
  return (
    <SwitchField
      label="Pause posting"
      help="Nothing is posted while this is on, by hand or on schedule. Scheduled comments keep their place."
      checked={update.isPending ? update.variables.postingPaused === true : settings.postingPaused}
      disabled={update.isPending}
      onCheckedChange={(postingPaused) =>
        update.mutate({ postingPaused }, { onError: (error) => failed(error, 'Failed to update settings') })
      }
    />
  );
}

const THEMES = themes.map((value) => ({ value, label: themeLabels[value] }));

/** Stored in this browser only. */
function Appearance() {
  const [theme, setTheme] = usePreference(themePreference);
  const [shortcuts, setShortcuts] = usePreference(shortcutsPreference);
  return (
    <div className="flex max-w-measure flex-col gap-5">
      <Segmented compact label="Theme" value={theme} onValueChange={setTheme} options={THEMES} />
      <SwitchField
        label="Single-key shortcuts"
        help="In the Review Queue: j and k to move, a to approve, and more; ? lists them."
        checked={shortcuts === 'on'}
        onCheckedChange={(on) => setShortcuts(on ? 'on' : 'off')}
      />
    </div>
  );
}

interface GeneralSettingsProps {
  settings: UserSettings;
  profiles: readonly VoiceProfile[];
}

export function GeneralSettings({ settings, profiles }: GeneralSettingsProps) {
  return (
    <div className="flex flex-col gap-8">
      <SettingsForm settings={settings} profiles={profiles} />
      <Part title="Posting">
        <PauseSwitch settings={settings} />
      </Part>
      <Part title="YouTube quota today">
        <QuotaView />
      </Part>
      <Part title="Backups">
        <Backups />
      </Part>
      <Part title="This browser">
        <Appearance />
      </Part>
      <Part title="YouTube connection">
        <Disconnect />
        <PolicyLinks />
      </Part>
    </div>
  );
}

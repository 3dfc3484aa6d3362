import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import type { UserSettings } from '#shared/contracts/user-settings.ts';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import { tellSettingsFailure, useUpdateUserSettings } from '../../../api/user-settings.ts';
import { PolicyLinks } from '../../../components/policy-links.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Segmented } from '../../../components/ui/choices.tsx';
import { SwitchField } from '../../../components/ui/fields.tsx';
import { shortcutsPreference } from '../../../lib/shortcuts.ts';
import {
  draftOnOpenPreference,
  themeLabels,
  themePreference,
  themes,
  usePreference,
} from '../../../lib/storage.ts';
import { LanguageModel } from '../model/language-model.tsx';
import { Backups } from './backups.tsx';
import { Disconnect } from './disconnect.tsx';
import { QuotaView } from './quota-view.tsx';
import { SettingsForm } from './settings-form.tsx';
import { SetupCheck } from './setup-check.tsx';

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 border-t border-line pt-6 first:border-0 first:pt-0"
    >
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Takes effect at once, without Save Settings. */
function PauseSwitch({ settings }: { settings: UserSettings }) {
  const update = useUpdateUserSettings(tellSettingsFailure);
  return (
    <SwitchField
      label="Pause posting"
      help="Stops all posting. What gets more than a day late returns to review."
      checked={update.isPending ? update.variables.postingPaused === true : settings.postingPaused}
      disabled={update.isPending}
      onCheckedChange={(postingPaused) => update.mutate({ postingPaused })}
    />
  );
}

const THEMES = themes.map((value) => ({ value, label: themeLabels[value] }));

/** Stored in this browser only. */
function Appearance() {
  const [theme, setTheme] = usePreference(themePreference);
  const [shortcuts, setShortcuts] = usePreference(shortcutsPreference);
  const [draftOnOpen, setDraftOnOpen] = usePreference(draftOnOpenPreference);
  return (
    <div className="flex flex-col gap-5">
      <Segmented compact label="Theme" value={theme} onValueChange={setTheme} options={THEMES} />
      <SwitchField
        label="Single-key shortcuts"
        help="In the Review Queue: j and k to move, a to approve, and more; ? lists them."
        checked={shortcuts === 'on'}
        onCheckedChange={(on) => setShortcuts(on ? 'on' : 'off')}
      />
      <SwitchField
        label="Start drafting when the dialog opens"
        help="Generate Comment then opens the dialog and starts the draft. Otherwise it waits for a second press."
        checked={draftOnOpen === 'on'}
        onCheckedChange={(on) => setDraftOnOpen(on ? 'on' : 'off')}
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
    <div className="flex max-w-measure flex-col gap-8">
      <Part title="Language model">
        <LanguageModel />
      </Part>
      <SettingsForm settings={settings} profiles={profiles} />
      <Part title="Posting">
        <PauseSwitch settings={settings} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-64 text-sm text-muted">
            Posting slots are the days and times that scheduling proposes.
          </p>
          <Link href="/scheduled?slots=edit" className={buttonClasses()}>
            Edit Slots
          </Link>
        </div>
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
        <SetupCheck />
        <Disconnect />
        <PolicyLinks />
      </Part>
    </div>
  );
}

import { type ReactNode, useId } from 'react';
import type { UserSettings } from '#shared/contracts/user-settings.ts';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import { PolicyLinks } from '../../components/policy-links.tsx';
import { Appearance } from './appearance.tsx';
import { Disconnect } from './disconnect.tsx';
import { Backups } from './general/backups.tsx';
import { PauseSwitch } from './pause-switch.tsx';
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

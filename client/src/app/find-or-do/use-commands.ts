import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, Mic, Monitor, Moon, Pause, Play, Search, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { UpdateUserSettings } from '#shared/contracts/user-settings.ts';
import { tellSettingsFailure, userSettingsQuery, useUpdateUserSettings } from '../../api/user-settings.ts';
import { voiceProfilesQuery } from '../../api/voice-profiles.ts';
import { themeLabels, themePreference, themes, usePreference } from '../../lib/storage.ts';
import { toast } from '../../lib/toast.ts';
import { navEntries } from '../nav-entries.ts';
import { useCounts } from '../use-counts.ts';
import { matches } from './matches.rules.ts';

export interface NamedCommand {
  label: string;
  icon?: LucideIcon;
  hint?: ReactNode;
  run: () => void;
}

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };

/** What is there on every page. */
export function useCommands(typed: string) {
  const settings = useQuery(userSettingsQuery).data;
  const counts = useCounts();
  const profiles = useQuery(voiceProfilesQuery).data ?? [];
  const update = useUpdateUserSettings();
  const [theme, setTheme] = usePreference(themePreference);

  // The palette is closed by the time the answer comes, so callbacks of `mutate` would not be called.
  const change = async (body: Partial<UpdateUserSettings>, done?: () => void) => {
    try {
      await update.mutateAsync(body);
      done?.();
    } catch (error) {
      tellSettingsFailure(error);
    }
  };

  const goTo: NamedCommand[] = navEntries
    .filter(({ label }) => matches(label, typed))
    .map(({ path, label, icon, count }) => ({
      label,
      icon,
      hint: (count && counts[count]) || undefined,
      run: () => navigate(path),
    }));
  // Fills the field of Discover, and leaves the search to a press there.
  goTo.push({
    label: typed ? `Search videos for “${typed}”` : 'Search videos…',
    icon: Search,
    run: () => navigate(typed ? `/discover?${new URLSearchParams({ text: typed })}` : '/discover'),
  });

  const others: NamedCommand[] = [];
  if (settings) {
    const isPaused = settings.postingPaused;
    others.push({
      label: isPaused ? 'Resume posting' : 'Pause posting',
      icon: isPaused ? Play : Pause,
      hint: isPaused ? 'Automatic posting is paused' : 'Stops all posting',
      run: () => void change({ postingPaused: !isPaused }),
    });
  }
  for (const { id, name } of profiles) {
    if (!settings || id === settings.activeVoiceProfileId) continue;
    others.push({
      label: `Write as ${name}`,
      icon: Mic,
      hint: 'Voice profile',
      run: () =>
        void change({ activeVoiceProfileId: id }, () =>
          toast({ title: `New drafts are written as ${name}` }),
        ),
    });
  }
  for (const choice of themes) {
    if (choice === theme) continue;
    others.push({
      label: `Theme: ${themeLabels[choice]}`,
      icon: THEME_ICONS[choice],
      run: () => setTheme(choice),
    });
  }
  return { goTo, others };
}

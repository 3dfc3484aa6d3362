import { Segmented } from '../../components/ui/radio-group.tsx';
import { SwitchField } from '../../components/ui/switch.tsx';
import { shortcutsPreference } from '../../lib/shortcuts-preference.ts';
import { useStoredPreference } from '../../lib/stored-preference.ts';
import { themeLabels, themePreference, themes } from '../../lib/theme.ts';

const OPTIONS = themes.map((value) => ({ value, label: themeLabels[value] }));

/** Choices of this browser alone. */
export function Appearance() {
  const [theme, setTheme] = useStoredPreference(themePreference);
  const [shortcuts, setShortcuts] = useStoredPreference(shortcutsPreference);
  return (
    <div className="flex max-w-measure flex-col gap-5">
      <Segmented compact label="Theme" value={theme} onValueChange={setTheme} options={OPTIONS} />
      <SwitchField
        label="Single-key shortcuts"
        help="In the Review Queue: j and k to move, a to approve, and more; ? lists them."
        checked={shortcuts === 'on'}
        onCheckedChange={(on) => setShortcuts(on ? 'on' : 'off')}
      />
    </div>
  );
}

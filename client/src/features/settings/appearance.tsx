import { Segmented } from '../../components/ui/radio-group.tsx';
import { SwitchField } from '../../components/ui/switch.tsx';
import { usePreference } from '../../lib/preference.ts';
import { themeLabels, themePreference, themes } from '../../lib/theme.ts';
import { shortcutsPreference } from '../../lib/use-shortcuts.ts';

const OPTIONS = themes.map((value) => ({ value, label: themeLabels[value] }));

/** Choices of this browser alone. */
export function Appearance() {
  const [theme, setTheme] = usePreference(themePreference);
  const [shortcuts, setShortcuts] = usePreference(shortcutsPreference);
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

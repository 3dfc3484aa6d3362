import { Monitor, Moon, Sun } from 'lucide-react';
import { buttonClasses } from '../components/ui/button.tsx';
import { type Theme, themeLabels, themePreference, themes, usePreference } from '../lib/storage.ts';

const ICONS = { system: Monitor, light: Sun, dark: Moon };
const isTheme = (value: string): value is Theme => themes.some((theme) => theme === value);

/** A native select under an icon: a menu component would be a tenth of every page's script. */
export function ThemeSwitch() {
  const [theme, setTheme] = usePreference(themePreference);
  const Current = ICONS[theme];
  return (
    <span className={`${buttonClasses('ghost', 'icon')} relative`}>
      <Current aria-hidden />
      <select
        aria-label="Theme"
        title="Theme"
        value={theme}
        onChange={(event) => isTheme(event.target.value) && setTheme(event.target.value)}
        className="absolute inset-0 cursor-pointer appearance-none rounded-control bg-transparent text-[0px]"
      >
        {themes.map((choice) => (
          <option key={choice} value={choice} className="bg-surface text-base text-text">
            {themeLabels[choice]}
          </option>
        ))}
      </select>
    </span>
  );
}

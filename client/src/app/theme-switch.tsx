import { Monitor, Moon, Sun } from 'lucide-react';
import { Button } from '../components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '../components/ui/dropdown-menu.tsx';
import { useStoredPreference } from '../lib/stored-preference.ts';
import { type Theme, themeLabels, themePreference, themes } from '../lib/theme.ts';

const ICONS = { system: Monitor, light: Sun, dark: Moon };
const isTheme = (value: string): value is Theme => themes.some((theme) => theme === value);

export function ThemeSwitch() {
  const [theme, setTheme] = useStoredPreference(themePreference);
  const Current = ICONS[theme];
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={`Theme: ${themeLabels[theme]}`} title="Theme">
          <Current aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup value={theme} onValueChange={(value) => isTheme(value) && setTheme(value)}>
          {themes.map((choice) => {
            const Icon = ICONS[choice];
            return (
              <DropdownMenuRadioItem key={choice} value={choice}>
                <Icon aria-hidden />
                {themeLabels[choice]}
              </DropdownMenuRadioItem>
            );
          })}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

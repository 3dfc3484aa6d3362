import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Switch } from '../../../../components/ui/fields.tsx';

interface MaterialRowProps {
  icon: LucideIcon;
  name: string;
  count: string;
  /** A part that has nothing cannot be used. */
  isEmpty: boolean;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  children?: ReactNode;
}

export function MaterialRow({
  icon: Icon,
  name,
  count,
  isEmpty,
  isOn,
  onSwitch,
  children,
}: MaterialRowProps) {
  return (
    <section aria-label={name} className="border-t border-line py-2.5">
      <div className="flex min-h-6 items-center gap-2 text-sm font-medium">
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        {name}
        <span className="min-w-0 flex-1 truncate text-xs font-normal text-muted tabular-nums">{count}</span>
        <Switch
          aria-label={`Use ${name.toLowerCase()}`}
          checked={isOn && !isEmpty}
          disabled={isEmpty}
          onCheckedChange={onSwitch}
        />
      </div>
      <div className="pt-1.5 pl-6 text-sm text-soft empty:hidden">{children}</div>
    </section>
  );
}

import { Command } from 'cmdk';
import { type LucideIcon, MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';

interface CommandRowProps {
  value: string;
  label: string;
  icon?: LucideIcon;
  hint?: ReactNode;
  onChoose: () => void;
}

export function CommandRow({ value, label, icon: Icon = MessageSquare, hint, onChoose }: CommandRowProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onChoose}
      className="mx-2 flex h-10 cursor-default items-center gap-3 rounded-control px-2 text-base pointer-coarse:h-11 data-[selected=true]:bg-accent-soft data-[selected=true]:inset-ring data-[selected=true]:inset-ring-accent-line"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {label}
      </span>
      {hint !== undefined && <span className="shrink-0 text-sm text-muted tabular-nums">{hint}</span>}
    </Command.Item>
  );
}

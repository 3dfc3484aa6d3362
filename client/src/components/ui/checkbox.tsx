import { Check, Minus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'checked' | 'onChange' | 'type'> {
  checked: boolean | 'indeterminate';
  onCheckedChange: (checked: boolean) => void;
}

const MARK = 'pointer-events-none absolute inset-0 m-auto size-3 text-on-ink opacity-0';

/** Needs an aria-label; CheckboxField brings its own. */
export function Checkbox({ className, checked, onCheckedChange, ...props }: CheckboxProps) {
  const isMixed = checked === 'indeterminate';
  return (
    <span className={classNames('relative inline-flex size-4 shrink-0', className)}>
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        checked={checked === true}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className={classNames(
          'peer size-full appearance-none rounded-tag border border-field-line bg-surface',
          'transition-colors after:absolute after:-inset-2 max-sm:after:-inset-3.5 pointer-coarse:after:-inset-3.5 hover:border-muted disabled:opacity-50',
          'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent',
        )}
        {...props}
      />
      <Check aria-hidden strokeWidth={3} className={classNames(MARK, 'peer-checked:opacity-100')} />
      <Minus aria-hidden strokeWidth={3} className={classNames(MARK, 'peer-indeterminate:opacity-100')} />
    </span>
  );
}

interface CheckboxFieldProps extends Omit<CheckboxProps, 'id' | 'children'> {
  label: ReactNode;
}

export function CheckboxField({ label, ...props }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox id={id} className="mt-0.5" {...props} />
      <label htmlFor={id} className="min-w-0">
        {label}
      </label>
    </div>
  );
}

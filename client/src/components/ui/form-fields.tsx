import { Check, ChevronDown, Minus, Upload } from 'lucide-react';
import {
  type ChangeEvent,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useId,
  useRef,
} from 'react';
import { classNames } from '../../lib/browser.ts';
import {
  Button,
  CONTROL_CLASSES,
  Input,
  Switch,
  type SwitchProps,
  type ValueProps,
} from './button.tsx';

/** Shows an error message. Renders nothing if the message is empty. */
export function Failure({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p role="alert" className="text-failed">
      {children}
    </p>
  );
}

export const Textarea = ({
  className,
  rows = 4,
  onValueChange,
  ...props
}: ComponentProps<'textarea'> & ValueProps) => (
  <textarea
    // Arabic and Hebrew are written from right to left.
    dir="auto"
    rows={rows}
    onChange={(event) => onValueChange?.(event.target.value)}
    className={classNames(
      CONTROL_CLASSES,
      'field-sizing-content min-h-20 px-3 py-2 read-only:bg-sunken',
      className,
    )}
    {...props}
  />
);

type SelectProps = ComponentProps<'select'> &
  ValueProps & {
    /** Values and their labels, as an alternative to children. */
    options?: readonly (readonly [value: string | number, label: string])[];
  };

/** Uses the native select, which works best on phones and with screen readers. */
export const Select = ({
  className,
  options,
  children,
  onValueChange,
  ...props
}: SelectProps) => (
  <span className={classNames('relative inline-flex min-w-0', className)}>
    <select
      onChange={(event) => onValueChange?.(event.target.value)}
      className={classNames(
        CONTROL_CLASSES,
        'h-(--control) appearance-none truncate pr-8 pl-2.5',
      )}
      {...props}
    >
      {options?.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      )) ?? children}
    </select>
    <ChevronDown className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-muted" />
  </span>
);

/** Looks like a word of the line that it stands in. */
export const WordSelect = ({ className, ...props }: ComponentProps<'select'>) => (
  <span className="relative inline-flex min-w-0 items-center">
    <select
      className={classNames(
        'field-sizing-content h-(--control) appearance-none rounded-control bg-transparent pr-5 pl-1.5 font-medium hover:bg-hover disabled:opacity-50',
        className,
      )}
      {...props}
    />
    <ChevronDown className="pointer-events-none absolute right-0 size-3.5 text-muted" />
  </span>
);

interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  children: (control: {
    id: string;
    'aria-describedby'?: string;
    'aria-invalid'?: true;
  }) => ReactNode;
}

export function Field({ label, help, error, children }: FieldProps) {
  const id = useId();
  const described = [help ? `${id}-help` : '', error ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-failed">
          {error}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-sm text-muted">
          {help}
        </p>
      )}
    </div>
  );
}

function labelled<Props extends object>(Control: ComponentType<Props>) {
  return ({ label, help, error, ...props }: Omit<FieldProps, 'children'> & Props) => (
    <Field label={label} help={help} error={error}>
      {(control) => <Control {...control} {...(props as unknown as Props)} />}
    </Field>
  );
}
export const InputField = labelled(Input);
export const SelectField = labelled(Select);
export const TextareaField = labelled(Textarea);

interface CheckboxProps
  extends Omit<ComponentProps<'input'>, 'checked' | 'onChange' | 'type'> {
  checked: boolean | 'indeterminate';
  onCheckedChange: (checked: boolean, withShift: boolean) => void;
}

const MARK = 'pointer-events-none absolute inset-0 m-auto size-3 text-on-ink opacity-0';

/** Needs an aria-label unless it is part of a CheckboxField. */
export function Checkbox({
  className,
  checked,
  onCheckedChange,
  ...props
}: CheckboxProps) {
  const isMixed = checked === 'indeterminate';
  return (
    <span className={classNames('relative inline-flex size-4 shrink-0', className)}>
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        checked={checked === true}
        onChange={({ target, nativeEvent }) =>
          onCheckedChange(
            target.checked,
            nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
          )
        }
        className={classNames(
          'peer size-full appearance-none rounded-tag border border-field-line bg-surface',
          'transition-colors after:absolute after:-inset-2 max-sm:after:-inset-3.5 pointer-coarse:after:-inset-3.5 hover:border-muted disabled:opacity-50',
          'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent',
        )}
        {...props}
      />
      <Check strokeWidth={3} className={classNames(MARK, 'peer-checked:opacity-100')} />
      <Minus
        strokeWidth={3}
        className={classNames(MARK, 'peer-indeterminate:opacity-100')}
      />
    </span>
  );
}

export function CheckboxField({ label, ...props }: CheckboxProps & { label: ReactNode }) {
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

export function SwitchField({
  label,
  help,
  ...props
}: SwitchProps & { label: ReactNode; help?: ReactNode }) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Switch
        id={id}
        className="mt-0.5"
        aria-describedby={help ? `${id}-help` : undefined}
        {...props}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} className="text-sm text-muted">
            {help}
          </p>
        )}
      </div>
    </div>
  );
}

export function FileButton({
  accept,
  label,
  onFile,
  children,
  ...props
}: { accept: string; label: string; onFile: (file: File) => void } & ComponentProps<
  typeof Button
>) {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) onFile(file);
    // Allow choosing the same file again.
    target.value = '';
  };
  return (
    <>
      <Button {...props} onClick={() => input.current?.click()}>
        <Upload />
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="hidden"
        onChange={choose}
      />
    </>
  );
}

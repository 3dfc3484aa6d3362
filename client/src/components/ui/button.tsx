import { type LucideIcon, Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, useContext } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../lib/browser.ts';
import { played, SandboxOrigin } from '../../lib/sandbox.ts';

const VARIANTS = {
  // In forced-colors mode, only a border distinguishes a button from text.
  primary: 'bg-ink text-on-ink hover:bg-ink-hover forced-colors:border',
  secondary: 'border border-button-line bg-surface text-text hover:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-text forced-colors:border',
  danger: 'border border-button-line bg-surface text-failed hover:border-failed',
};

const SIZES = {
  md: 'h-(--control) px-3 text-sm',
  lg: 'h-(--control-large) px-4 text-base',
  icon: 'size-(--control)',
};

type Look = { variant?: keyof typeof VARIANTS; size?: keyof typeof SIZES };

export function buttonClasses(
  variant: Look['variant'] = 'secondary',
  size: Look['size'] = 'md',
): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap transition-colors',
    'disabled:pointer-events-none disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
    VARIANTS[variant],
    SIZES[size],
  );
}

export type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** The label while the button works. The button is disabled then. */
    busy?: string | false;
  };

export const Button = ({
  variant,
  size,
  className,
  type = 'button',
  busy = false,
  disabled,
  children,
  ...props
}: ButtonProps) => (
  <button
    type={type}
    className={classNames(buttonClasses(variant, size), className)}
    disabled={disabled || busy !== false}
    {...props}
  >
    {busy || children}
  </button>
);

type LinkProps = ComponentProps<'a'> & { href: string };

/** Shows only an icon. The title is also the accessible name. */
export const IconButton = ({
  icon: Icon,
  ...props
}: ButtonProps & { icon: LucideIcon }) => (
  <Button variant="ghost" size="icon" aria-label={props.title} {...props}>
    <Icon />
  </Button>
);

export const OutLink = ({ href, ...props }: LinkProps) => (
  <a
    target="_blank"
    rel="noreferrer"
    href={played(href, useContext(SandboxOrigin))}
    {...props}
  />
);

/** Links to a page of the app, or to another site in a new tab. */
const AnyLink = ({ href, ...props }: LinkProps) =>
  href.startsWith('/') ? (
    <Link href={href} {...props} />
  ) : (
    <OutLink href={href} {...props} />
  );

export const ButtonLink = ({ variant, size, className, ...props }: LinkProps & Look) => (
  <AnyLink className={classNames(buttonClasses(variant, size), className)} {...props} />
);

export const TextLink = ({ className, ...props }: LinkProps) => (
  <AnyLink
    className={classNames('text-accent underline-offset-2 hover:underline', className)}
    {...props}
  />
);

export const InlineLink = (props: LinkProps) => (
  <AnyLink className="text-accent underline underline-offset-2" {...props} />
);

export const TONE_TEXT = {
  neutral: 'text-muted',
  accent: 'text-accent',
  pending: 'text-pending',
  approved: 'text-approved',
  scheduled: 'text-scheduled',
  posted: 'text-posted',
  rejected: 'text-rejected',
  failed: 'text-failed',
};
export type Tone = keyof typeof TONE_TEXT;

/** Always add a word that names the state, because color alone is not accessible. */
export const StateDot = ({
  tone,
  hollow,
}: {
  tone: Tone;
  hollow?: boolean | undefined;
}) => (
  <span
    aria-hidden
    className={classNames(
      'inline-block size-2 shrink-0 rounded-full forced-color-adjust-none',
      hollow ? 'border-[1.5px] border-current' : 'bg-current',
      TONE_TEXT[tone],
    )}
  />
);

type BadgeProps = ComponentProps<'span'> & { tone?: Tone; dot?: Tone; hollow?: boolean };

export function Badge({
  dot,
  tone = dot ?? 'neutral',
  hollow,
  children,
  className,
  ...props
}: BadgeProps) {
  const colour = tone === 'neutral' ? 'text-soft' : TONE_TEXT[tone];
  const shape = dot ? 'font-medium' : 'rounded-tag bg-hover px-1.5';
  const common = 'inline-flex min-h-5 items-center gap-1.5 text-xs tabular-nums';
  return (
    <span className={classNames(common, shape, colour, className)} {...props}>
      {dot && <StateDot tone={dot} hollow={hollow} />}
      {children}
    </span>
  );
}

/** Announces what is loading, around its placeholders. */
export const Loading = (props: {
  label: string;
  className?: string;
  children: ReactNode;
}) => (
  <div role="status" className={props.className}>
    <span className="sr-only">{props.label}</span>
    {props.children}
  </div>
);

/** Give it the size of the content to come, and put it into Loading. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div
    aria-hidden
    className={classNames('animate-breathe rounded-control bg-line', className)}
  />
);

export const CONTROL_CLASSES =
  'w-full rounded-control border border-field-line bg-surface text-base text-text transition-colors hover:border-muted ' +
  'disabled:opacity-60 aria-invalid:border-failed';

export interface ValueProps {
  /** Called with what the user has typed or chosen. */
  onValueChange?: (value: string) => void;
}

export const Input = ({
  className,
  type = 'text',
  onValueChange,
  ...props
}: ComponentProps<'input'> & ValueProps) => (
  <input
    type={type}
    onChange={(event) => onValueChange?.(event.target.value)}
    className={classNames(
      CONTROL_CLASSES,
      'h-(--control) px-3 text-ellipsis read-only:bg-sunken',
      className,
    )}
    {...props}
  />
);

/** `className` styles the box around the field, and the children are placed over it. */
export const SearchInput = ({
  className,
  children,
  ...props
}: ComponentProps<typeof Input>) => (
  <span className={classNames('relative flex-1', className)}>
    <Search className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
    <Input type="search" className="pl-9" {...props} />
    {children}
  </span>
);

export interface SwitchProps
  extends Omit<ComponentProps<'input'>, 'checked' | 'onChange' | 'role' | 'type'> {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** Needs an aria-label unless it is part of a SwitchField. */
export const Switch = ({
  className,
  checked,
  onCheckedChange,
  ...props
}: SwitchProps) => (
  <span
    className={classNames(
      'relative inline-flex h-4 w-7 shrink-0 items-center',
      className,
    )}
  >
    <input
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      onChange={(event) => onCheckedChange(event.target.checked)}
      className="peer absolute inset-0 appearance-none rounded-full bg-field-line transition-colors after:absolute after:-inset-2 max-sm:after:-inset-3.5 pointer-coarse:after:-inset-3.5 checked:bg-accent disabled:opacity-50"
      {...props}
    />
    <span className="pointer-events-none size-3 translate-x-0.5 rounded-full bg-surface transition-transform peer-checked:translate-x-3.5" />
  </span>
);

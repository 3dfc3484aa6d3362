import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names.ts';

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
type ButtonSize = 'md' | 'lg' | 'icon';

const VARIANTS: Record<ButtonVariant, string> = {
  // In forced colours only a border tells a button from text.
  primary: 'bg-ink text-on-ink hover:bg-ink-hover forced-colors:border',
  secondary: 'border border-button-line bg-surface text-text hover:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-text forced-colors:border',
  danger: 'border border-button-line bg-surface text-failed hover:border-failed',
};

const SIZES: Record<ButtonSize, string> = {
  md: 'h-(--control) px-3 text-sm',
  lg: 'h-(--control-large) px-4 text-base',
  icon: 'size-(--control)',
};

export function buttonClasses(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap transition-colors',
    'disabled:pointer-events-none disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
    VARIANTS[variant],
    SIZES[size],
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

export function Button({
  variant = 'secondary',
  size = 'md',
  className,
  type = 'button',
  ...props
}: ButtonProps) {
  return <button type={type} className={classNames(buttonClasses(variant, size), className)} {...props} />;
}

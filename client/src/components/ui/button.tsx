import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names.ts';

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
type ButtonSize = 'md' | 'sm' | 'icon';

const VARIANTS: Record<ButtonVariant, string> = {
  // In forced colours only a border tells a button from text.
  primary: 'bg-ink text-on-ink hover:bg-ink-hover forced-colors:border',
  secondary: 'border border-line bg-raised text-text hover:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-text forced-colors:border',
  danger: 'border border-line bg-raised text-failed hover:border-failed',
};

const SIZES: Record<ButtonSize, string> = {
  md: 'h-9 px-3.5 text-base',
  sm: 'h-8 px-2.5 text-sm',
  icon: 'size-9',
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

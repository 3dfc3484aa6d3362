import { toast } from '../lib/toast.ts';
import { errorText } from './error-text.ts';
import { ApiError } from './http.ts';

const isModelMissing = (error: unknown) => error instanceof ApiError && error.code === 'no_model';

export const toastFailure = (title: string, error: unknown, fallback: string): void =>
  toast({
    title,
    description: errorText(error, fallback),
    variant: 'destructive',
    ...(isModelMissing(error) && { link: { label: 'Connect Yours', href: '/settings?tab=general' } }),
  });

import { toast } from '../lib/toast.ts';
import { errorText } from './error-text.ts';
import { ApiError } from './http.ts';

const isModelMissing = (error: unknown) => error instanceof ApiError && error.code === 'no_model';

/**
 * The title says what failed; the text is the server's sentence, and `fallback` only where there is none
 * (rule 11.4). Where the title is "Error", the line below it says what failed.
 */
export function toastFailure(title: string, error: unknown, fallback = ''): void {
  const description = errorText(error, fallback);
  toast({
    title,
    description,
    variant: 'destructive',
    ...(title === 'Error' && description !== fallback && { subject: fallback }),
    ...(isModelMissing(error) && { link: { label: 'Connect Yours', href: '/settings?tab=general' } }),
  });
}

import { errorText } from '../../api/error-text.ts';
import { toast } from '../../lib/toast.ts';

export const succeeded = (description: string): void => toast({ title: 'Success', description });

export const failed = (error: unknown, fallback: string): void =>
  toast({ title: 'Error', description: errorText(error, fallback), variant: 'destructive' });

import { toastFailure } from '../../api/toast-failure.ts';
import { toast } from '../../lib/toast.ts';

export const succeeded = (description: string): void => toast({ title: 'Success', description });

export const failed = (error: unknown, fallback: string): void => toastFailure('Error', error, fallback);

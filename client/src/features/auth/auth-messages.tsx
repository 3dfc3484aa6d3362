import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authMessages } from '#shared/contracts/auth.ts';
import { refreshAllButSearches } from '../../api/events.ts';
import { toast } from '../../lib/toast.ts';

/** Listens for the result of the sign-in popup, on whatever page it arrives. */
export function AuthMessages() {
  const client = useQueryClient();
  useEffect(() => {
    const onMessage = ({ origin, data }: MessageEvent<unknown>) => {
      if (origin !== window.location.origin) return;
      if (data === authMessages.success) {
        void refreshAllButSearches(client);
        toast({ title: 'Authentication Successful!', description: "You're now connected to YouTube" });
      } else if (data === authMessages.error) {
        toast({ title: 'Authentication Failed', description: 'Please try again.', variant: 'destructive' });
      }
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [client]);
  return null;
}

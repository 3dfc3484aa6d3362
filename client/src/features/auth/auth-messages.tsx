import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authMessages, signInChannel } from '#shared/contracts/connection.ts';
import { refreshAllButSearches } from '../../api/live.ts';
import { listen } from '../../lib/browser.ts';
import { toast } from '../../lib/toast.ts';

/** Listens for the outcome of a sign-in in the popup. */
export function AuthMessages() {
  const client = useQueryClient();
  useEffect(() => {
    const onOutcome = ({ data }: MessageEvent<unknown>) => {
      if (data === authMessages.success) {
        void refreshAllButSearches(client);
        toast({
          title: 'Authentication Successful!',
          description: "You're now connected to YouTube",
        });
      } else if (data === authMessages.error) {
        toast({
          title: 'Authentication Failed',
          description: 'Please try again.',
          variant: 'destructive',
        });
      }
    };
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.origin === window.location.origin) onOutcome(event);
    };
    const stop = listen({ message: onMessage });
    // A popup that has lost its opener sends the outcome to all pages.
    const channel = new BroadcastChannel(signInChannel);
    channel.addEventListener('message', onOutcome);
    return () => {
      stop();
      channel.close();
    };
  }, [client]);
  return null;
}

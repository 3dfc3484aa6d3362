import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSignedIn } from '../api/auth.ts';
import { startLiveUpdates } from '../api/events.ts';

/** Listens to the server while someone is signed in. */
export function LiveUpdates() {
  const client = useQueryClient();
  const signedIn = useSignedIn();
  useEffect(() => (signedIn ? startLiveUpdates(client) : undefined), [client, signedIn]);
  return null;
}

import { useState } from 'react';
import { errorText } from '../../api/error-text.ts';

/** Sends a plan; a refusal is shown in the dialog, which stays open with what was chosen. */
export function useScheduleRequest(onDone: () => void) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  return {
    pending,
    failure,
    fail: setFailure,
    async send(request: () => Promise<void>) {
      setPending(true);
      setFailure(null);
      try {
        await request();
        onDone();
      } catch (error) {
        setFailure(errorText(error, 'Failed to schedule comment'));
      } finally {
        setPending(false);
      }
    },
  };
}

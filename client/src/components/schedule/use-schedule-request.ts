import { useState } from 'react';
import { errorText } from '../../api/error-text.ts';

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

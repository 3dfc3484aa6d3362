import { useState } from 'react';
import { useDisconnect } from '../../../api/auth.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { Button } from '../../../components/ui/button.tsx';
import { AlertDialog } from '../../../components/ui/dialog.tsx';
import { toast } from '../../../lib/toast.ts';

export function Disconnect() {
  const [asking, setAsking] = useState(false);
  const disconnect = useDisconnect();
  const confirm = () =>
    disconnect.mutate(undefined, {
      onSuccess: () =>
        toast({
          title: 'YouTube Disconnected',
          description: 'Chime In’s access was revoked, and you are signed out.',
        }),
      onError: (error) => toastFailure('Failed to disconnect YouTube', error),
    });
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted">
        Stops posting and signs you out. Your comments, profiles and settings stay; scheduled comments wait
        until you sign in again.
      </p>
      <Button variant="danger" disabled={disconnect.isPending} onClick={() => setAsking(true)}>
        Disconnect YouTube
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Disconnect YouTube?"
        description="Scheduled comments are not posted until you sign in again."
        confirmLabel="Disconnect"
        danger
        onConfirm={confirm}
      />
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { authUserQuery } from '../../api/auth.ts';
import { useStartOver } from '../../api/sandbox.ts';
import { ConfirmButton } from '../../components/ui/dialog.tsx';
import { SettingsSection } from './kept-form.tsx';

/** Empties the sandbox. There is no such button for real data. */
export function StartOver() {
  const isSandbox = useQuery(authUserQuery).data?.sandbox.google === true;
  const startOver = useStartOver();
  if (!isSandbox) return null;
  return (
    <SettingsSection level="h2" title="Sandbox">
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">
          Start over to empty this sandbox and come back to the first page, with or
          without sample data.
        </p>
        <ConfirmButton
          busy={startOver.isPending && 'Starting over…'}
          question={{
            title: 'Delete everything in this sandbox?',
            description:
              'This deletes all comments, replies, voice profiles, followed channels, notices and settings, the language model’s key, and what was posted on the sandbox’s YouTube. You are signed out. Backup files stay where they are.',
            confirmLabel: 'Delete and start over',
            onConfirm: () => startOver.mutate(),
          }}
        >
          Start over
        </ConfirmButton>
      </div>
    </SettingsSection>
  );
}

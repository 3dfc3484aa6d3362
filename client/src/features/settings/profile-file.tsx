import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import {
  type CreateVoiceProfile,
  type VoiceProfile,
  type VoiceProfileExtras,
  voiceProfileExtrasSchema,
  voiceProfileFileSchema,
} from '#shared/contracts/voice.ts';
import {
  bringExtras,
  fetchOwnComments,
  styleRulesQuery,
  useCreateVoiceProfile,
  voiceProfilesQuery,
} from '../../api/voice.ts';
import { IconButton } from '../../components/ui/button.tsx';
import { AlertDialog } from '../../components/ui/dialog.tsx';
import { CheckboxField, FileButton } from '../../components/ui/form-fields.tsx';
import { downloadFile } from '../../lib/browser.ts';
import { counted } from '../../lib/formats.ts';
import { failed, succeeded } from './kept-form.tsx';

type ProfileFile = { profile: CreateVoiceProfile; extras: VoiceProfileExtras };

/**
 * Reads an exported file, ignoring its id and dates.
 * @throws Error with a sentence for the user.
 */
function readProfileFile(text: string): ProfileFile {
  try {
    const file: unknown = JSON.parse(text);
    return {
      profile: voiceProfileFileSchema.parse(file),
      extras: voiceProfileExtrasSchema.parse(file),
    };
  } catch (error) {
    throw new Error('This file is not an exported voice profile.', { cause: error });
  }
}

export function ImportButton() {
  const client = useQueryClient();
  const create = useCreateVoiceProfile();
  const importing = useMutation({
    mutationFn: async (file: File) => {
      const { profile, extras } = readProfileFile(await file.text());
      const created = await create.mutateAsync(profile);
      await bringExtras(created.id, extras);
    },
    onSuccess: () => succeeded('Voice profile created successfully'),
    onError: (error) => failed(error, 'Failed to create voice profile'),
    onSettled: () =>
      void client.invalidateQueries({ queryKey: voiceProfilesQuery.queryKey }),
  });
  return (
    <FileButton
      variant="ghost"
      disabled={importing.isPending}
      accept=".json,application/json"
      label="Import a voice profile"
      onFile={importing.mutate}
    >
      Import
    </FileButton>
  );
}

function save(profile: VoiceProfile, extras: Partial<VoiceProfileExtras>): void {
  const fileName = `voice-profile-${profile.name.toLowerCase().replaceAll(/\s/g, '-')}.json`;
  downloadFile(
    fileName,
    'application/json',
    JSON.stringify({ ...profile, ...extras }, null, 2),
  );
}

/**
 * Downloads the profile. If it has accepted rules or own comments, asks first whether to
 * include them.
 */
export function ExportButton({ profile }: { profile: VoiceProfile }) {
  const client = useQueryClient();
  const [found, setFound] = useState<VoiceProfileExtras | null>(null);
  const gathering = useMutation({
    mutationFn: async (): Promise<VoiceProfileExtras> => {
      const rules = await client.fetchQuery({
        ...styleRulesQuery(profile.id),
        staleTime: 0,
      });
      return {
        rules: rules.flatMap(({ status, text }) => (status === 'accepted' ? text : [])),
        ownComments: await fetchOwnComments(profile.id),
      };
    },
    onSuccess(extras) {
      if (extras.rules.length + extras.ownComments.length > 0) setFound(extras);
      else save(profile, {});
    },
    onError: (error) => failed(error, 'Failed to export the voice profile'),
  });
  return (
    <>
      <IconButton
        icon={Download}
        aria-label={`Export ${profile.name}`}
        title="Export"
        disabled={gathering.isPending}
        onClick={() => gathering.mutate()}
      />
      {found && (
        <ExportDialog profile={profile} found={found} onClose={() => setFound(null)} />
      )}
    </>
  );
}

interface ExportDialogProps {
  profile: VoiceProfile;
  found: VoiceProfileExtras;
  onClose: () => void;
}

function ExportDialog({ profile, found, onClose }: ExportDialogProps) {
  const { rules, ownComments } = found;
  const [withRules, setWithRules] = useState(true);
  const [withComments, setWithComments] = useState(false);
  return (
    <AlertDialog
      onClose={onClose}
      title="Export Voice Profile"
      description={
        <div className="flex flex-col gap-3">
          <p>The file holds the profile. Choose what else goes into it.</p>
          {rules.length > 0 && (
            <CheckboxField
              label={`Its ${counted(rules.length, 'accepted rule')}`}
              checked={withRules}
              onCheckedChange={setWithRules}
            />
          )}
          {ownComments.length > 0 && (
            <CheckboxField
              label={`Your ${counted(ownComments.length, 'own comment')}, as you wrote them`}
              checked={withComments}
              onCheckedChange={setWithComments}
            />
          )}
        </div>
      }
      confirmLabel="Export"
      onConfirm={() =>
        save(profile, {
          ...(withRules && { rules }),
          ...(withComments && { ownComments }),
        })
      }
    />
  );
}

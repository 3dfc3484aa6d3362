import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { useCreateVoiceProfile } from '../../../api/voice-profiles.ts';
import { Button } from '../../../components/ui/button.tsx';
import { failed, succeeded } from '../notices.ts';
import { readProfileFile } from './profile-file.ts';

export function ImportButton() {
  const create = useCreateVoiceProfile();
  const input = useRef<HTMLInputElement>(null);

  const importFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    try {
      await create.mutateAsync(readProfileFile(await file.text()));
      succeeded('Voice profile created successfully');
    } catch (error) {
      failed(error, 'Failed to create voice profile');
    } finally {
      // Allow choosing the same file again.
      target.value = '';
    }
  };

  return (
    <>
      <Button variant="ghost" disabled={create.isPending} onClick={() => input.current?.click()}>
        <Upload aria-hidden />
        Import
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Import a voice profile"
        className="hidden"
        onChange={(event) => void importFile(event)}
      />
    </>
  );
}

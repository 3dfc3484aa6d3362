import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { notesLimit } from '#shared/contracts/material.ts';
import { Button } from '../../../../components/ui/button.tsx';
import { Textarea } from '../../../../components/ui/fields.tsx';
import { videoLink } from '../../../../lib/formats.ts';
import { TranscriptPlanned } from './transcript-planned.tsx';
import { fitTranscript, isTranscript } from './transcript-text.ts';
import type { GivenState } from './use-given.ts';

interface OwnMaterialProps {
  videoId: number;
  given: GivenState;
  hasCaptions: boolean;
  youtubeId: string;
}

/** Notes of the person, and a transcript that is pasted or dropped. */
export function OwnMaterial({ videoId, given, hasCaptions, youtubeId }: OwnMaterialProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [leftOut, setLeftOut] = useState(0);
  const [cannotRead, setCannotRead] = useState(false);

  function take(pasted: string) {
    const { text, leftOut: characters } = fitTranscript(pasted);
    if (!text) return;
    given.setTranscript(text);
    given.setUsesOwn(true);
    setLeftOut(characters);
    setCannotRead(false);
  }

  function takeIfTranscript(event: ClipboardEvent | DragEvent, text: string) {
    if (!isTranscript(text)) return;
    event.preventDefault();
    take(text);
  }

  function drop(event: DragEvent) {
    const [file] = event.dataTransfer.files;
    if (!file) return takeIfTranscript(event, event.dataTransfer.getData('text/plain'));
    event.preventDefault();
    void file.text().then(take);
  }

  async function paste() {
    try {
      take(await navigator.clipboard.readText());
    } catch {
      setCannotRead(true);
      field.current?.focus();
    }
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <Textarea
        ref={field}
        aria-label="Your notes"
        rows={1}
        maxLength={notesLimit}
        placeholder="Paste what you heard or noted"
        value={given.notes}
        onChange={(event) => given.setNotes(event.target.value)}
        onPaste={(event) => takeIfTranscript(event, event.clipboardData.getData('text/plain'))}
        // Without this, the browser would open a dropped file.
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={drop}
        className="max-h-40 min-h-(--control)! border-dashed py-1.5! text-sm!"
      />
      {given.transcript ? (
        <TranscriptPlanned videoId={videoId} given={given} leftOut={leftOut} />
      ) : (
        <>
          <Button onClick={() => void paste()}>Paste transcript</Button>
          {cannotRead && (
            <p role="status">Your browser did not allow that. Paste it into the field above instead.</p>
          )}
          {hasCaptions && (
            <p>
              This video has captions:{' '}
              <a
                href={videoLink(youtubeId)}
                target="_blank"
                rel="noreferrer"
                className="font-medium text-accent hover:underline"
              >
                open it on YouTube
              </a>
              , choose “Show transcript”, and copy it.
            </p>
          )}
        </>
      )}
    </div>
  );
}

import { useRef } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { useLoadModel } from '../../../api/settings.ts';
import { Dialog, DialogContent } from '../../../components/ui/dialog.tsx';
import { GenerateForm, type LeaveGuard } from './generate-form.tsx';
import { ModelName } from './model-name.tsx';

interface GenerateDialogProps {
  video: FoundVideo;
  /** Whether a press opened it: an address, Back and a reload start nothing. */
  isPressed: boolean;
  /** Its own button was pressed. */
  onStart?: () => void;
  /** Its place among the selected videos. */
  place?: { at: number; of: number } | null;
  /** Goes to the next selected video. */
  onNext?: (() => void) | null;
  onClose: () => void;
}

/** Mount it anew for each opening: it starts with an empty text. */
export function GenerateDialog({
  video,
  isPressed,
  onStart,
  place = null,
  onNext = null,
  onClose,
}: GenerateDialogProps) {
  useLoadModel();
  const guard = useRef<LeaveGuard>({ isArmed: false, leave: () => undefined });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return;
        guard.current.leave();
        onClose();
      }}
    >
      <DialogContent
        size="desk"
        flush
        title="Generate Comment"
        aside={
          <>
            <ModelName />
            {place && (
              <span className="ml-auto text-sm whitespace-nowrap text-muted tabular-nums">
                {place.at} of {place.of} <span className="max-sm:sr-only">selected</span>
              </span>
            )}
          </>
        }
        // Escape first takes back Post Now.
        onEscapeKeyDown={(event) => guard.current.isArmed && event.preventDefault()}
      >
        <GenerateForm
          key={video.id}
          video={video}
          isPressed={isPressed}
          onStart={onStart}
          guard={guard}
          isInSelection={place !== null}
          onNext={onNext}
          onDone={onClose}
        />
      </DialogContent>
    </Dialog>
  );
}

import { pastedTextLimit } from '#shared/contracts/own-comments.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogContent } from '../../../components/ui/dialog.tsx';
import { Field, Textarea } from '../../../components/ui/fields.tsx';
import { formatNumber } from '../../../lib/formats.ts';
import { useUnsavedText } from '../../../lib/unsaved.ts';

interface PasteDialogProps {
  profileId: number;
  pending: boolean;
  /** Resolves to whether the server took them. */
  onPaste: (text: string) => Promise<boolean>;
  onClose: () => void;
}

/** Keeps what was pasted until it was taken. */
export function PasteDialog({ profileId, pending, onPaste, onClose }: PasteDialogProps) {
  const [text, setText] = useUnsavedText(`own-comments.${profileId}`);
  const add = async () => {
    if (!(await onPaste(text))) return;
    setText('');
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Paste Comments"
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              disabled={pending || text.trim() === '' || text.length > pastedTextLimit}
              onClick={() => void add()}
            >
              {pending ? 'Adding...' : 'Add Comments'}
            </Button>
          </>
        }
      >
        <Field
          label="Comments you wrote"
          help="One after another, with an empty line between them. Links and addresses in them are never copied into a draft."
          error={
            text.length > pastedTextLimit
              ? `Too much at once: at most ${formatNumber(pastedTextLimit)} characters. Add a part of it first.`
              : undefined
          }
        >
          {(control) => (
            <Textarea
              {...control}
              rows={8}
              className="max-h-[50dvh] min-h-48 font-voice text-voice"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </DialogContent>
    </Dialog>
  );
}

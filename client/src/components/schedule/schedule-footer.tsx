import { Button } from '../ui/button.tsx';
import { DialogClose } from '../ui/dialog.tsx';

interface ScheduleFooterProps {
  pending: boolean;
  disabled?: boolean;
  label: string;
  onSchedule: () => void;
}

export function ScheduleFooter({ pending, disabled = false, label, onSchedule }: ScheduleFooterProps) {
  return (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button variant="primary" disabled={disabled || pending} onClick={onSchedule}>
        {pending ? 'Scheduling…' : label}
      </Button>
    </>
  );
}

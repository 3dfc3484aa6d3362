import { Button } from '../../../components/ui/button.tsx';

interface NothingToAddNoticeProps {
  /** Why, in the model's sentence. */
  children: string;
  disabled: boolean;
  onWrite: () => void;
}

/** Instead of a comment that would say nothing. */
export function NothingToAddNotice({ children, disabled, onWrite }: NothingToAddNoticeProps) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-control border border-line bg-sunken p-3 text-sm">
      <p role="status" className="wrap-anywhere">
        <span className="font-medium">Nothing to add here:</span> {children}
      </p>
      <Button disabled={disabled} onClick={onWrite}>
        Write one anyway
      </Button>
    </div>
  );
}

import { Button } from '../../components/ui/button.tsx';

interface BrokenDraftNoticeProps {
  reason: string;
  /** Null where nothing had come. */
  onGoOn: (() => void) | null;
}

/** Says why a draft broke off, and offers to go on from what came. */
export function BrokenDraftNotice({ reason, onGoOn }: BrokenDraftNoticeProps) {
  return (
    <div role="alert" className="flex max-w-measure flex-wrap items-center gap-3 text-sm">
      <span className="min-w-0">
        {reason} {onGoOn ? 'What came before is kept.' : 'Nothing had come yet.'}
      </span>
      {onGoOn && (
        <Button size="sm" onClick={onGoOn}>
          Go On
        </Button>
      )}
    </div>
  );
}

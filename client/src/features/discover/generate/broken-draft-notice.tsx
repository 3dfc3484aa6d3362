import { Button } from '../../../components/ui/button.tsx';

interface BrokenDraftNoticeProps {
  reason: string;
  /** Whether words had come. */
  words: boolean;
  /** Null where there is no text to go on from. */
  onGoOn: (() => void) | null;
}

/** Says why a draft broke off, and offers to go on from the text there is. */
export function BrokenDraftNotice({ reason, words, onGoOn }: BrokenDraftNoticeProps) {
  const text = words
    ? 'What came before is kept.'
    : onGoOn
      ? 'Your text is as it was.'
      : 'Nothing had come yet.';
  return (
    <div role="alert" className="flex max-w-measure flex-wrap items-center gap-3 text-sm">
      <span className="min-w-0">
        {reason} {text}
      </span>
      {onGoOn && (
        <Button size="sm" onClick={onGoOn}>
          Go On
        </Button>
      )}
    </div>
  );
}

import { Button } from '../../../components/ui/button.tsx';

interface BrokenDraftNoticeProps {
  reason: string;
  hasWords: boolean;
  /** Null where there is no text to continue. */
  onContinue: (() => void) | null;
}

export function BrokenDraftNotice({ reason, hasWords, onContinue }: BrokenDraftNoticeProps) {
  const text = hasWords
    ? 'The text so far is kept.'
    : onContinue
      ? 'Your text is unchanged.'
      : 'Nothing was written yet.';
  return (
    <div role="alert" className="flex max-w-measure flex-wrap items-center gap-3 text-sm">
      <span className="min-w-0">
        {reason} {text}
      </span>
      {onContinue && <Button onClick={onContinue}>Continue Draft</Button>}
    </div>
  );
}

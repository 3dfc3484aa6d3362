import { Button } from './ui/button.tsx';

interface ConflictChoiceProps {
  newer: string;
  onKeep: () => void;
  onUseNewer: () => void;
}

/** The text was changed elsewhere during an unsaved edit: the person chooses (rule 2.20). */
export function ConflictChoice({ newer, onKeep, onUseNewer }: ConflictChoiceProps) {
  return (
    <div role="alert" className="flex max-w-measure flex-col gap-2 rounded-control border border-failed p-3">
      <p className="font-medium">This comment was changed elsewhere. It now reads:</p>
      <blockquote className="border-l-2 border-line pl-3 font-voice text-voice whitespace-pre-wrap text-soft">
        {newer}
      </blockquote>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onKeep}>Keep My Text</Button>
        <Button onClick={onUseNewer}>Use the Newer Text</Button>
      </div>
    </div>
  );
}

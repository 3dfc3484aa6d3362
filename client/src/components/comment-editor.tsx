import type { ReactNode } from 'react';
import { commentHardLimit, commentSoftLimit } from '#shared/contracts/comments.ts';
import { classNames } from '../lib/browser.ts';
import { formatNumber } from '../lib/formats.ts';
import { Button } from './ui/button.tsx';

interface CharacterCountProps {
  /** Describes the field. */
  id: string;
  length: number;
  /** Beside the count. */
  children?: ReactNode;
}

export function CharacterCount({ id, length, children }: CharacterCountProps) {
  return (
    <p id={id} className="flex flex-wrap gap-x-4 text-xs text-soft">
      <span
        className={classNames(
          'font-medium tabular-nums',
          length > commentSoftLimit ? 'text-failed' : 'text-text',
        )}
      >
        {length}/{commentSoftLimit}
      </span>{' '}
      {children}
      {length > commentHardLimit && (
        <span className="text-failed">
          Longer than {formatNumber(commentHardLimit)} characters cannot be saved.
        </span>
      )}
    </p>
  );
}

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

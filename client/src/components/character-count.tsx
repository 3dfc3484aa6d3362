import type { ReactNode } from 'react';
import { commentHardLimit, commentSoftLimit } from '#shared/contracts/comments.ts';
import { classNames } from '../lib/class-names.ts';
import { formatNumber } from '../lib/numbers.ts';

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

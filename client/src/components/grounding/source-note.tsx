import { useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Button } from '../ui/button.tsx';
import type { Mark } from './marks.ts';
import { quoted } from './quote.tsx';
import { STANDING_COLORS, standingOf } from './source-words.ts';
import { useShowWhenLit } from './use-show-when-lit.ts';

/** As low as its column asks for; as high as a finger needs where there is one. */
export const SMALL = 'h-7! px-2! text-xs! pointer-coarse:h-(--control)! max-sm:h-(--control)!';

interface NoteProps {
  mark: Mark;
  isLit: boolean;
  words: string;
  readOnly: boolean;
  onLight: () => void;
  onVouch: () => void;
  onRemove: () => void;
}

/** Where one sentence comes from; what the material does not hold is confirmed or removed. */
export function SourceNote({ mark, isLit, words, readOnly, onLight, onVouch, onRemove }: NoteProps) {
  const item = useRef<HTMLLIElement>(null);
  const label = useRef<HTMLButtonElement>(null);
  useShowWhenLit(item, isLit);
  const { number, sentence } = mark;
  const standing = standingOf(mark);
  const needsVouching = standing !== 'supported';
  return (
    <li
      ref={item}
      data-lit={isLit}
      onPointerEnter={onLight}
      className={classNames(
        'scroll-mb-22 rounded-[2px] max-sm:flex max-sm:flex-wrap max-sm:items-center',
        isLit && 'bg-accent-soft shadow-[0_0_0_4px_var(--color-accent-soft)]',
      )}
    >
      <button
        ref={label}
        type="button"
        aria-current={isLit}
        onFocus={onLight}
        onClick={onLight}
        className="grid w-full grid-cols-[0.875rem_minmax(0,1fr)] rounded-[2px] text-left max-sm:min-h-(--control) max-sm:flex-1 max-sm:items-center"
      >
        <span className={classNames('font-semibold', STANDING_COLORS[standing])}>{number}</span>
        <span className="min-w-0">
          <span
            className={classNames('font-medium', needsVouching ? STANDING_COLORS[standing] : 'text-text')}
          >
            {words}
          </span>
          <span className="sr-only">, {sentence.text}</span>
        </span>
      </button>
      {mark.wrong?.passage?.quote && (
        <p dir="auto" className="line-clamp-4 pl-3.5 text-left max-sm:w-full max-sm:order-last">
          {quoted(mark.wrong.passage.quote)}
        </p>
      )}
      {needsVouching && (
        <span className="flex gap-1 pt-1 pl-3.5 max-sm:p-0">
          <Button
            className={SMALL}
            disabled={readOnly}
            onClick={() => {
              // The button goes when the sentence is confirmed.
              label.current?.focus();
              onVouch();
            }}
          >
            I know this
          </Button>
          <Button className={SMALL} disabled={readOnly} onClick={onRemove}>
            Remove
          </Button>
        </span>
      )}
    </li>
  );
}

import { type ReactNode, useRef } from 'react';
import type { MarkedTextState } from '../../../../components/marked-text.tsx';
import type { Mark } from '../../../../components/marks.ts';
import { OpenAt, quoted, useShowWhenLit } from '../../../../components/source-notes.tsx';
import { classNames } from '../../../../lib/browser.ts';

interface SourceItemProps {
  marked: MarkedTextState;
  /** The sentences that rest on it. */
  marks: readonly Mark[];
  children: ReactNode;
}

/** A passage of the material, with the numbers of its sentences; they light up together. */
export function SourceItem({ marked, marks, children }: SourceItemProps) {
  const item = useRef<HTMLLIElement>(null);
  const isLit = marks.some(({ number }) => number === marked.lit);
  useShowWhenLit(item, isLit);
  return (
    <li
      ref={item}
      data-lit={isLit}
      onPointerEnter={() => !isLit && marks[0] && marked.setLit(marks[0].number)}
      className={classNames(
        'relative rounded-[2px]',
        isLit && 'bg-accent-soft shadow-[0_0_0_4px_var(--color-accent-soft)]',
      )}
    >
      {marks.length > 0 && (
        <span className="absolute -left-6 w-4 text-center text-xs leading-5 font-semibold text-accent">
          <span className="sr-only">Sentence </span>
          {marks.map(({ number }) => number).join(' ')}
        </span>
      )}
      {children}
    </li>
  );
}

interface QuotesProps {
  marked: MarkedTextState;
  marks: readonly Mark[];
  youtubeId: string;
}

/** The quotes that sentences of the draft rest on. */
export function Quotes({ marked, marks, youtubeId }: QuotesProps) {
  if (marks.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5 pb-1.5">
      {marks.map((mark) => {
        const { quote = null, at = null } = mark.sentence.source ?? {};
        return (
          quote && (
            <SourceItem key={mark.number} marked={marked} marks={[mark]}>
              <span dir="auto">{quoted(quote)}</span>{' '}
              {at !== null && <OpenAt at={at} youtubeId={youtubeId} />}
            </SourceItem>
          )
        );
      })}
    </ul>
  );
}

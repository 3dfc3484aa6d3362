import type { ReactNode } from 'react';
import type { TopComment } from '#shared/contracts/material.ts';
import { classNames } from '../../lib/class-names.ts';
import { counted } from '../../lib/numbers.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { LitQuote } from './lit-quote.tsx';
import { Quote } from './quote.tsx';
import { SMALL, SourceNote } from './source-note.tsx';
import { sourceWords } from './source-words.ts';
import type { MarkedTextState } from './use-marked-text.ts';

interface SourceNotesProps {
  marked: MarkedTextState;
  youtubeId: string;
  /** The comments under the video, to name the author of a quote. */
  comments?: readonly TopComment[] | undefined;
  /** "I know this": makes a sentence of the analysis the person's own. */
  onVouch: (sentence: string) => void;
  /** Where the quote has a place of its own. */
  hasNoQuote?: boolean;
}

/** Where each sentence comes from, the gaps to fill, and the quote of the sentence that is pointed at. */
export function SourceNotes({
  marked,
  youtubeId,
  comments = [],
  onVouch,
  hasNoQuote = false,
}: SourceNotesProps) {
  const { marks, gaps, grounding, lit, readOnly, undo } = marked;
  const said = grounding?.alreadySaid;
  return (
    <div className="flex flex-col gap-3 text-xs leading-4 text-soft sm:min-h-full">
      {gaps.length > 0 && (
        <Notice isPending title={`${counted(gaps.length, 'gap')} to fill before you post`}>
          <Button className={SMALL} disabled={readOnly} onClick={marked.nextGap}>
            Next gap <Kbd>F2</Kbd>
          </Button>
          <Button className={SMALL} disabled={readOnly} onClick={() => marked.strikeGap()}>
            Strike <Kbd>Alt ⌫</Kbd>
          </Button>
        </Notice>
      )}
      {undo && (
        <Notice key={marked.text} title="Removed a sentence">
          <Button ref={takeLostFocus} className={SMALL} onClick={undo}>
            Undo
          </Button>
        </Notice>
      )}
      {grounding?.cannotCheck && <p>Cannot check: there was only the title to go by.</p>}
      {said && (
        <div>
          <p className="font-medium text-pending">Already said by {said.author}</p>
          <Quote text={said.text} youtubeId={youtubeId} />
        </div>
      )}
      {marks.length > 0 && (
        <ol aria-label="Sources" className="flex flex-col gap-3 max-sm:gap-1">
          {marks.map((mark) => (
            <SourceNote
              key={mark.number}
              mark={mark}
              isLit={mark.number === lit}
              words={sourceWords(mark, comments)}
              readOnly={readOnly}
              onLight={() => marked.setLit(mark.number)}
              onVouch={() => onVouch(mark.sentence.text)}
              onRemove={() => marked.strike(mark)}
            />
          ))}
        </ol>
      )}
      {!hasNoQuote && (
        <LitQuote
          marked={marked}
          youtubeId={youtubeId}
          // Where it stands over the notes, the material beside them shows the whole passage.
          className="border-t border-line pt-2 md:[&>p]:line-clamp-2 sm:sticky sm:-bottom-3.5 sm:mt-auto sm:-mb-3.5 sm:bg-surface sm:pb-3.5"
        />
      )}
    </div>
  );
}

interface NoticeProps {
  title: string;
  isPending?: boolean;
  children: ReactNode;
}

function Notice({ title, isPending = false, children }: NoticeProps) {
  return (
    <div>
      <p role="status" className={classNames('font-medium', isPending && 'text-pending')}>
        {title}
      </p>
      <div className="flex flex-wrap gap-1 pt-1">{children}</div>
    </div>
  );
}

/** The button that was pressed is gone, and its focus with it. */
function takeLostFocus(button: HTMLButtonElement | null) {
  if (document.activeElement === document.body) button?.focus();
}

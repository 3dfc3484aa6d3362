import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { TopComment } from '#shared/contracts/drafts.ts';
import { videoTime } from '#shared/rules/format.ts';
import { Button, TextLink } from '../../components/ui/button.tsx';
import { Kbd } from '../../components/ui/keys.tsx';
import { bringIntoView, classNames } from '../../lib/browser.ts';
import { counted, videoLink } from '../../lib/formats.ts';
import type { MarkedTextState } from './marked-text.tsx';
import { type Mark, STANDING_COLORS, sourceWords, standingOf } from './marks.ts';

export const quoted = (text: string) =>
  `“${text.replaceAll('“', '‘').replaceAll('”', '’')}”`;

interface QuoteProps {
  text: string;
  /** Seconds into the video; null if the quote has no time. */
  at?: number | null;
  youtubeId: string;
}

/** Shows a passage of the material, with a link to that moment in the video. */
const Quote = ({ text, at = null, youtubeId }: QuoteProps) => (
  <>
    <p dir="auto" className="line-clamp-4 text-left">
      {quoted(text)}
    </p>
    {at !== null && <OpenAt at={at} youtubeId={youtubeId} />}
  </>
);

export function OpenAt({
  at,
  youtubeId,
  short = false,
}: {
  at: number;
  youtubeId: string;
  short?: boolean;
}) {
  const time = videoTime(at);
  const name = `Open at ${time}`;
  return (
    <TextLink
      aria-label={name}
      href={videoLink(youtubeId, at)}
      className="font-medium tabular-nums"
    >
      {short ? time : name}
    </TextLink>
  );
}

/** Shows the source passage of the highlighted sentence. */
export function LitQuote(props: {
  marked: MarkedTextState;
  youtubeId: string;
  className: string;
}) {
  const { youtubeId, className } = props;
  const { marks, lit } = props.marked;
  const mark = marks.find(({ number }) => number === lit);
  // A passage that contradicts the sentence is already shown in its note.
  const source = mark?.wrong ? null : mark?.sentence.source;
  if (!source?.quote) return null;
  return (
    <div className={className}>
      <Quote text={source.quote} at={source.at} youtubeId={youtubeId} />
    </div>
  );
}

/**
 * Returns whether the sources scroll separately from their text. If they scroll together,
 * scrolling to a source would move the text out of view.
 */
function scrollsAlone(item: Element): boolean {
  let pane = item.parentElement;
  while (pane && getComputedStyle(pane).overflowY !== 'auto') pane = pane.parentElement;
  return pane !== null && !pane.querySelector('[data-mark]');
}

/**
 * Scrolls a source into view when it is highlighted from elsewhere, but not while the
 * pointer is on it.
 */
export function useShowWhenLit(
  item: RefObject<HTMLElement | null>,
  isLit: boolean,
): void {
  useEffect(() => {
    const part = item.current;
    if (isLit && part && !part.matches(':hover') && scrollsAlone(part))
      bringIntoView(part);
  }, [item, isLit]);
}

/** Low enough for the narrow column, but high enough for a finger on touch screens. */
const SMALL = 'h-7! px-2! text-xs! pointer-coarse:h-(--control)! max-sm:h-(--control)!';

interface NoteProps {
  mark: Mark;
  marked: MarkedTextState;
  words: string;
  onVouch: () => void;
}

/**
 * Shows where a sentence comes from. If the material does not contain it, the user can
 * confirm or remove it.
 */
function SourceNote({ mark, marked, words, onVouch }: NoteProps) {
  const item = useRef<HTMLLIElement>(null);
  const label = useRef<HTMLButtonElement>(null);
  const { number, sentence } = mark;
  const { readOnly } = marked;
  const isLit = number === marked.lit;
  const onLight = () => marked.setLit(number);
  useShowWhenLit(item, isLit);
  const standing = standingOf(mark);
  const needsVouching = standing !== 'supported';
  return (
    <li
      ref={item}
      data-lit={isLit}
      onPointerEnter={onLight}
      className={classNames(
        'scroll-mb-22 rounded-[2px] max-sm:flex max-sm:flex-wrap max-sm:items-center',
        needsVouching && 'max-sm:w-full',
        isLit && 'bg-accent-soft shadow-[0_0_0_4px_var(--color-accent-soft)]',
      )}
    >
      <button
        ref={label}
        type="button"
        aria-current={isLit}
        onFocus={onLight}
        onClick={onLight}
        className="grid w-full grid-cols-[0.875rem_minmax(0,1fr)] rounded-[2px] text-left max-sm:min-h-7 max-sm:flex-1 max-sm:items-center"
      >
        <span className={classNames('font-semibold', STANDING_COLORS[standing])}>
          {number}
        </span>
        <span
          className={classNames(
            'min-w-0',
            needsVouching ? 'max-sm:line-clamp-2' : 'max-sm:truncate',
          )}
        >
          <span
            className={classNames(
              'font-medium',
              needsVouching ? STANDING_COLORS[standing] : 'text-text',
            )}
          >
            {words}
          </span>
          <span className="sr-only">, {sentence.text}</span>
        </span>
      </button>
      {mark.wrong?.passage?.quote && (
        <p
          dir="auto"
          className="line-clamp-4 pl-3.5 text-left max-sm:w-full max-sm:order-last"
        >
          {quoted(mark.wrong.passage.quote)}
        </p>
      )}
      {needsVouching && (
        <span className="flex gap-1 pt-1 pl-3.5 max-sm:p-0">
          <Button
            className={SMALL}
            disabled={readOnly}
            onClick={() => {
              // Move the focus first, because this button disappears when the sentence is
              // confirmed.
              label.current?.focus();
              onVouch();
            }}
          >
            I know this
          </Button>
          <Button
            className={SMALL}
            disabled={readOnly}
            onClick={() => marked.strike(mark)}
          >
            Remove
          </Button>
        </span>
      )}
    </li>
  );
}

/**
 * Shows where each sentence comes from, the gaps to fill, and the quote of the
 * highlighted sentence.
 */
export function SourceNotes(props: {
  marked: MarkedTextState;
  youtubeId: string;
  /** The top comments under the video, which name the author of a quote. */
  comments?: readonly TopComment[] | undefined;
  /** Called by "I know this", which makes a sentence the user's own knowledge. */
  onVouch: (sentence: string) => void;
  /** Set if the quote is shown elsewhere. */
  hasNoQuote?: boolean;
}) {
  const { marked, youtubeId, comments = [], onVouch, hasNoQuote = false } = props;
  const { marks, gaps, grounding, readOnly, undo } = marked;
  const said = grounding?.alreadySaid;
  return (
    <div className="flex flex-col gap-3 text-xs leading-4 text-soft sm:min-h-full">
      {gaps.length > 0 && (
        <Notice
          isPending
          title={`${counted(gaps.length, 'gap')} to fill before you post`}
        >
          <Button className={SMALL} disabled={readOnly} onClick={marked.nextGap}>
            Next gap <Kbd>F2</Kbd>
          </Button>
          <Button
            className={SMALL}
            disabled={readOnly}
            onClick={() => marked.strikeGap()}
          >
            Remove Sentence <Kbd>Alt ⌫</Kbd>
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
      {grounding?.cannotCheck && (
        <p>Nothing to check against: only the title is known.</p>
      )}
      {said && (
        <div>
          <p className="font-medium text-pending">Already said by {said.author}</p>
          <Quote text={said.text} youtubeId={youtubeId} />
        </div>
      )}
      {marks.length > 0 && (
        <ol
          aria-label="Sources"
          className="flex flex-col gap-3 max-sm:flex-row max-sm:flex-wrap max-sm:gap-x-4 max-sm:gap-y-0"
        >
          {marks.map((mark) => (
            <SourceNote
              key={mark.number}
              mark={mark}
              marked={marked}
              words={sourceWords(mark, comments)}
              onVouch={() => onVouch(mark.sentence.text)}
            />
          ))}
        </ol>
      )}
      {!hasNoQuote && (
        <LitQuote
          marked={marked}
          youtubeId={youtubeId}
          // Where the quote covers the notes, it is clamped:
          // the material beside them shows the whole passage.
          className="border-t border-line pt-2 md:[&>p]:line-clamp-2 sm:sticky sm:-bottom-3.5 sm:mt-auto sm:-mb-3.5 sm:bg-surface sm:pb-3.5"
        />
      )}
    </div>
  );
}

function Notice(props: { title: string; isPending?: boolean; children: ReactNode }) {
  const { title, isPending = false, children } = props;
  return (
    <div>
      <p role="status" className={classNames('font-medium', isPending && 'text-pending')}>
        {title}
      </p>
      <div className="flex flex-wrap gap-1 pt-1">{children}</div>
    </div>
  );
}

/** Focuses this button if the focus was lost because the pressed button disappeared. */
function takeLostFocus(button: HTMLButtonElement | null) {
  if (document.activeElement === document.body) button?.focus();
}

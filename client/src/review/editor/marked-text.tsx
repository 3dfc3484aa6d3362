import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { openGaps } from '#shared/rules/comment-text.ts';
import { bringIntoView, classNames } from '../../lib/browser.ts';
import {
  isOwnSentence,
  type Mark,
  marksIn,
  needsNothing,
  type Range,
  STANDING_COLORS,
  sentenceAround,
  splitAt,
  standingOf,
  withoutRange,
} from './marks.ts';

const LAYER = 'col-start-1 row-start-1 min-w-0 whitespace-pre-wrap wrap-break-word';

interface MarkedTextProps
  extends Omit<ComponentProps<'textarea'>, 'ref' | 'value' | 'onChange'> {
  marked: MarkedTextState;
  /**
   * Streamed text, shown instead of the text and without marks; null while nothing is
   * streamed.
   */
  live?: string | null;
  /** Padding and typography, which the field and its marks share. */
  className: string;
}

/**
 * A field that grows with its text, above a layer that draws the marks. The marks take no
 * width, so lines break in the same places while reading and editing.
 */
export function MarkedText({
  marked,
  live = null,
  className,
  onKeyDown,
  ...props
}: MarkedTextProps) {
  const { text, marks, lit, setLit, field, readOnly } = marked;
  const backdrop = useRef<HTMLDivElement>(null);

  function point({ clientX, clientY }: PointerEvent) {
    const under = [
      ...(backdrop.current?.querySelectorAll<HTMLElement>('[data-mark]') ?? []),
    ].find((mark) =>
      [...mark.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          left <= clientX && clientX <= right && top <= clientY && clientY <= bottom,
      ),
    );
    if (under) setLit(Number(under.dataset['mark']));
  }

  function lightAtCaret({ selectionStart }: HTMLTextAreaElement) {
    const mark = marks.find(
      ({ from, to }) => from <= selectionStart && selectionStart <= to,
    );
    if (mark) setLit(mark.number);
  }

  return (
    <div className="relative grid min-h-full min-w-0">
      <div
        ref={backdrop}
        aria-hidden
        dir="auto"
        className={classNames(
          LAYER,
          'pointer-events-none text-transparent [unicode-bidi:plaintext]',
          className,
        )}
      >
        {/*
          The zero-width space makes room for an empty last line. In streamed text it is part of the same
          text node, so that it never shifts behind the growing text.
        */}
        {live !== null ? (
          `${live}\u200b`
        ) : (
          <>
            <Marks text={text} marks={marks} gaps={marked.gaps} lit={lit} />
            {'\u200b'}
          </>
        )}
      </div>
      <textarea
        {...props}
        ref={field}
        dir="auto"
        rows={1}
        value={live ?? text}
        readOnly={readOnly || live !== null}
        onChange={(event) => marked.setText(event.target.value)}
        onKeyDown={(event) => {
          marked.onKeyDown(event);
          onKeyDown?.(event);
        }}
        onPointerMove={point}
        onSelect={(event) => lightAtCaret(event.currentTarget)}
        className={classNames(
          LAYER,
          'resize-none overflow-hidden bg-transparent outline-none',
          className,
        )}
      />
    </div>
  );
}

function Marks({
  text,
  marks,
  gaps,
  lit,
}: Pick<MarkedTextState, 'text' | 'marks' | 'gaps' | 'lit'>) {
  const withGaps = (stretch: Range) =>
    splitAt(stretch, gaps).map(({ from, to, range }) =>
      range ? (
        <span
          key={from}
          data-gap={from}
          className="rounded-tag bg-pending-soft ring-1 ring-pending"
        >
          {text.slice(from, to)}
        </span>
      ) : (
        text.slice(from, to)
      ),
    );
  return splitAt({ from: 0, to: text.length }, marks).map(({ from, to, range: mark }) => {
    if (!mark) return withGaps({ from, to });
    const isLit = mark.number === lit;
    const standing = standingOf(mark);
    return (
      <span
        key={mark.number}
        data-mark={mark.number}
        data-lit={isLit}
        className={classNames(
          'rounded-[2px]',
          isLit && 'bg-accent-soft shadow-[0_0_0_2px_var(--color-accent-soft)]',
          standing !== 'supported' &&
            'underline decoration-dotted decoration-2 underline-offset-5',
          standing === 'missing' && 'decoration-pending',
          standing === 'own_knowledge' && 'decoration-scheduled',
        )}
      >
        {withGaps({ from, to })}
        <span
          className={classNames(
            'absolute -mt-1 -ml-0.5 font-sans text-[0.6875rem] leading-4 font-semibold',
            STANDING_COLORS[standing],
          )}
        >
          {mark.number}
        </span>
      </span>
    );
  });
}

/**
 * The parts of a comment that come from its draft. The analysis of an older version may
 * be a plain sentence.
 */
type Drafted = {
  gaps?: readonly string[];
  analysis?: Comment['analysis'] | undefined;
  /**
   * Null if the user wrote the text: then it needs no marks that say so at each sentence.
   */
  model?: string | null | undefined;
};

const none: readonly string[] = [];

/**
 * Returns the marks and gaps of a text while it is edited.
 * Pointing at a mark or at its source highlights both.
 */
export function useMarkedText(
  { text, setText }: { text: string; setText: (text: string) => void },
  comment: Drafted | null,
  isLocked: boolean,
) {
  const { gaps: draftGaps = none, analysis, model } = comment ?? {};
  const readOnly = isLocked || !comment;
  const grounding = typeof analysis === 'object' ? analysis : null;
  const field = useRef<HTMLTextAreaElement>(null);
  const [lit, setLit] = useState<number | null>(null);
  const [struck, setStruck] = useState<{ before: string; after: string } | null>(null);
  const marks = useMemo((): Mark[] => {
    const wrong = grounding?.reading?.wrong ?? [];
    return marksIn(text, grounding?.sentences ?? [])
      .map((mark) => ({
        ...mark,
        wrong: wrong.find(({ sentence }) => sentence === mark.sentence.text),
      }))
      .filter((mark) => !needsNothing(mark) && !(model === null && isOwnSentence(mark)));
  }, [text, grounding, model]);
  const gaps = useMemo(() => openGaps(text, draftGaps), [text, draftGaps]);

  function strike(range: Range) {
    const after = withoutRange(text, range);
    setStruck({ before: text, after });
    setText(after);
  }

  function gapAtCaret() {
    const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    return gaps.find(({ from, to }) => from <= selectionEnd && selectionStart <= to);
  }

  function nextGap() {
    const caret = field.current?.selectionEnd ?? 0;
    const gap = gaps.find(({ from }) => from >= caret) ?? gaps[0];
    if (!gap || !field.current) return;
    field.current.focus();
    field.current.setSelectionRange(gap.from, gap.to);
    bringIntoView(field.current.parentElement?.querySelector(`[data-gap="${gap.from}"]`));
  }

  function strikeGap(gap = gapAtCaret() ?? gaps[0]) {
    if (gap) strike(sentenceAround(text, gap));
  }

  return {
    text,
    setText,
    readOnly,
    field,
    marks,
    gaps,
    grounding,
    lit,
    setLit,
    strike,
    /** Restores the sentence that was removed last; null once the text was edited. */
    undo: struck?.after === text && !readOnly ? () => setText(struck.before) : null,
    nextGap,
    strikeGap,
    onKeyDown(event: KeyboardEvent) {
      if (readOnly || gaps.length === 0) return;
      if (event.key === 'F2') {
        event.preventDefault();
        nextGap();
      }
      const gap = event.key === 'Backspace' && event.altKey ? gapAtCaret() : undefined;
      if (!gap) return;
      event.preventDefault();
      strikeGap(gap);
    },
  };
}

export type MarkedTextState = ReturnType<typeof useMarkedText>;

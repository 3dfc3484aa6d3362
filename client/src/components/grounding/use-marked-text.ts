import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { CommentAnalysis } from '#shared/contracts/comment-analysis.ts';
import { openGaps } from '#shared/rules/gaps.ts';
import { type Mark, marksIn, type Range, sentenceAround, withoutRange } from './marks.ts';
import { needsNothing } from './source-words.ts';

interface MarkedTextOptions {
  text: string;
  setText: (text: string) => void;
  /** The comment's; missing until there is one. */
  draftGaps: readonly string[] | undefined;
  /** What was found out about the text as it was drafted; null while there is nothing. */
  grounding: CommentAnalysis | null;
  readOnly: boolean;
}

const none: readonly string[] = [];

interface Struck {
  before: string;
  after: string;
}

/** The marks and gaps of a text that is edited. Pointing at a mark or at its source lights up both. */
export function useMarkedText({ text, setText, draftGaps = none, grounding, readOnly }: MarkedTextOptions) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [lit, setLit] = useState<number | null>(null);
  const [struck, setStruck] = useState<readonly Struck[]>([]);
  const marks = useMemo((): Mark[] => {
    const wrong = grounding?.reading?.wrong ?? [];
    return marksIn(text, grounding?.sentences ?? [])
      .map((mark) => ({ ...mark, wrong: wrong.find(({ sentence }) => sentence === mark.sentence.text) }))
      .filter((mark) => !needsNothing(mark));
  }, [text, grounding]);
  const gaps = useMemo(() => openGaps(text, draftGaps), [text, draftGaps]);
  const lastStruck = struck.at(-1);

  function strike(range: Range) {
    const after = withoutRange(text, range);
    setStruck([...struck, { before: text, after }]);
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
    field.current.parentElement
      ?.querySelector(`[data-gap="${gap.from}"]`)
      ?.scrollIntoView({ block: 'nearest' });
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
    /** Brings back what was struck last; null once the text was edited. */
    undo:
      lastStruck?.after === text && !readOnly
        ? () => {
            setStruck(struck.slice(0, -1));
            setText(lastStruck.before);
          }
        : null,
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

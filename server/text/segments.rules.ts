type Granularity = 'word' | 'sentence';

const segmenters: Partial<Record<Granularity, Intl.Segmenter>> = {};

export function segmentsOf(text: string, granularity: Granularity): Intl.SegmentData[] {
  // Made at its first use: loading the language data would delay every start.
  segmenters[granularity] ??= new Intl.Segmenter(undefined, { granularity });
  return [...segmenters[granularity].segment(text)];
}

/** Ends of segments that end no sentence, as in "Karpenter vs. Cluster Autoscaler". */
const abbreviation =
  /(?<![\p{L}\p{N}])(?:vs|e\.g|i\.e|approx|ca|no|nr|mr|mrs|ms|dr|st|bzw|z|z\.\s?b)\.\s*$/iu;

/** Returns the sentences without the space around them. A quotation belongs to the sentence it stands in. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment, index } of segmentsOf(text, 'sentence')) {
    const last = sentences.at(-1);
    if (last !== undefined && goesOn(last, text.slice(index)))
      sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

/** "Am 19. Januar" */
const germanMonth =
  /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L})/u;

const goesOn = (before: string, after: string): boolean =>
  !/\n\s*$/.test(before) &&
  (/^\p{Ll}/u.test(after) ||
    abbreviation.test(before) ||
    (/(?<!\d)\d{1,2}\.\s*$/.test(before) && germanMonth.test(after)) ||
    (isInQuotation(before) && /["“”»]/.test(after)));

/** Whether a quotation was opened and not closed. */
function isInQuotation(text: string): boolean {
  let isOpen = false;
  for (const mark of text.match(/["“„«”»]/g) ?? [])
    isOpen = mark === '"' || mark === '“' ? !isOpen : /[„«]/.test(mark);
  return isOpen;
}

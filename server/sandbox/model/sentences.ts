const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

export const sentencesOf = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== '');

/** A quotation that opens it begins with a capital letter too: else it would read on from the sentence before. */
export const asSentence = (text: string) =>
  text.replace(/^([“„«「]?)(\p{L})/u, (_, mark: string, letter: string) => mark + letter.toUpperCase());

export const filled = (template: string, slots: Record<string, string>): string =>
  asSentence(
    template.replace(
      /\{(\w)\}/g,
      (_, slot: string) => slots[slot] ?? asSentence(slots[slot.toLowerCase()] ?? ''),
    ),
  );

export const ended = (text: string, language: string): string => {
  if (/[.!?。！？]$/.test(text)) return asSentence(text);
  return `${asSentence(text)}${language === 'ja' ? '。' : '.'}`;
};

export const joined = (sentences: readonly string[], language: string) =>
  sentences.join(language === 'ja' ? '' : ' ');

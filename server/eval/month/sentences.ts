const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const emoji = /\s*\p{Extended_Pictographic}\ufe0f?/gu;

/** The sentences of a text, trimmed. A lone emoji belongs to what stands before it. */
export function sentencesOf(text: string): string[] {
  const found: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const sentence = segment.trim();
    if (sentence === '') continue;
    if (withoutEmoji(sentence).trim() === '' && found.length > 0) found.push(`${found.pop()} ${sentence}`);
    else found.push(sentence);
  }
  return found;
}

export const withoutEmoji = (text: string): string => text.replace(emoji, '').trim();
export const hasEmoji = (text: string): boolean => text !== withoutEmoji(text);
export const calm = (text: string): string => text.replace(/!+/g, '.');

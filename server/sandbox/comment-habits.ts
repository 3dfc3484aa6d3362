const commentPattern = /^Comment \d+\n([\s\S]*?)(?=\n\nComment \d+\n|(?![\s\S]))/gm;
const sentences = /[^.!?\n]+[.!?]*/g;

const habits: readonly [text: string, shows: RegExp][] = [
  ['Give a number of your own.', /\b\d/],
  [
    'Tell one concrete scene from your own work.',
    /\b(?:last|once|when) (?:we|I|week|month|year|winter|summer)\b/i,
  ],
  ['Name one thing to try.', /\b(?:try|have you tried|worth trying)\b/i],
];

/**
 * Returns the habits that at least three of the given comments show, each with the
 * sentences that show it.
 */
export function habitsOfComments(material: string): { text: string; quotes: string[] }[] {
  const comments = [...material.matchAll(commentPattern)].map(
    ([, comment = '']) => comment,
  );
  return habits
    .map(([text, shows]) => ({
      text,
      quotes: comments.flatMap(
        (comment) =>
          comment
            .match(sentences)
            ?.find((sentence) => shows.test(sentence))
            ?.trim() ?? [],
      ),
    }))
    .filter(({ quotes }) => quotes.length >= 3);
}

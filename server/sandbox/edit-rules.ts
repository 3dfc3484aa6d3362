const editPattern =
  /^Edit (\d+)\nDraft: ([\s\S]*?)\nApproved: ([\s\S]*?)(?=\n\nEdit \d+\nDraft: |(?![\s\S]))/gm;
const lastSentence = (text: string) => /[^.!?]*[.!?]*$/.exec(text.trim())?.[0] ?? '';
const lost = (mark: RegExp, from: string, to: string) =>
  mark.test(from) && !mark.test(to);

const habits: readonly [
  text: string,
  shows: (draft: string, approved: string) => boolean,
][] = [
  ['Use no exclamation marks.', (draft, approved) => lost(/!/, draft, approved)],
  [
    'Do not end with a question.',
    (draft, approved) => lost(/\?/, lastSentence(draft), lastSentence(approved)),
  ],
  [
    'End with a question to the author.',
    (draft, approved) => lost(/\?/, lastSentence(approved), lastSentence(draft)),
  ],
  [
    'Keep it short: leave out every sentence that is not needed.',
    (draft, approved) => approved.length <= draft.length * 0.75,
  ],
];

/**
 * Returns the habits that at least two of the given edits show, with the numbers of these
 * edits.
 */
export function rulesOfEdits(material: string): { text: string; edits: number[] }[] {
  const edits = [...material.matchAll(editPattern)];
  return habits
    .map(([text, shows]) => ({
      text,
      edits: edits
        .filter(([, , draft = '', approved = '']) => shows(draft, approved))
        .map(([, number]) => Number(number)),
    }))
    .filter((rule) => rule.edits.length >= 2);
}

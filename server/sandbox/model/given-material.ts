export interface Change {
  text: string;
  steer: string | null;
  isWished: boolean;
}

/** What a prompt gives besides the video itself, as it stands there. */
export interface Given {
  chapters: readonly string[];
  comments: readonly string[];
  transcript: readonly string[];
  notes: readonly string[];
  /** The person's own comments. */
  written: readonly string[];
  point: string | null;
  change: Change | null;
}

const part =
  /^(Chapters|Top comments|Transcript|Notes|What this person wants|What this person has written)\b[^\n]*:\n⟦[^⟧\n]*⟧\n([\s\S]*?)\n⟦[^⟧\n]*⟧$/gm;
const change =
  /^Write another version of this comment\.[^\n]*\nPresent version: (".*")(?:\nChange: ([^\n.]*)[^\n]*)?(\nTheir own wish[^\n]*)?$/m;

const lines = (text = '') => text.split('\n').filter((line) => line.trim() !== '');

/** Returns what is given, and the prompt without it: nothing in it is an instruction. */
export const readGiven = (user: string): { given: Given; rest: string } => {
  const parts = new Map([...user.matchAll(part)].map(([, name = '', text = '']) => [name, text]));
  const changed = change.exec(user);
  return {
    given: {
      chapters: lines(parts.get('Chapters')).map((line) => line.replace(/^[\d:]+ /, '')),
      comments: lines(parts.get('Top comments')).map((line) => line.replace(/^[^:]*: /, '')),
      transcript: (parts.get('Transcript') ?? '').split(/\[[\d:…]+\]|\n/),
      notes: lines(parts.get('Notes')),
      written: lines(parts.get('What this person has written')),
      point: parts.get('What this person wants')?.trim() || null,
      change: changed && {
        text: JSON.parse(changed[1] ?? '""') as string,
        steer: changed[2] ?? null,
        isWished: changed[3] !== undefined,
      },
    },
    rest: user.replace(part, '').replace(change, ''),
  };
};

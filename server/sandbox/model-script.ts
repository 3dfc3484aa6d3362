import { untoldType } from '#shared/contracts/videos.ts';
import { habitsOfComments } from './comment-habits.ts';
import {
  type Content,
  type PreparedReading,
  type Sentence,
  textOf,
  type Video,
} from './content/content.ts';
import { rulesOfEdits } from './edit-rules.ts';
import {
  type DraftPrompt,
  fencedTexts,
  plain,
  readDraftPrompt,
  titlesIn,
} from './model-prompt.ts';

export interface Message {
  role: string;
  content: string;
}

type Sentences = readonly Sentence[];

/**
 * Returns the prepared texts of a video: `turns` are used first, one after the other, and
 * `rest` once all of those are taken.
 */
function draftsOf(
  video: Video,
  prompt: DraftPrompt,
): { turns: Sentences[]; rest: Sentences[] } {
  const { insightful, supportive, questioning } = video.drafts;
  const inStyle = video.drafts[prompt.style].sentences;
  const styles = [insightful.sentences, questioning.sentences, supportive.sentences];
  return {
    turns: [...spoken(video, prompt), inStyle, ...insightful.takes],
    rest: styles.filter((sentences) => sentences !== inStyle),
  };
}

/** Returns true if a text is based on this draft, also after edits by the user. */
const comesFrom = (text: string, sentences: Sentences) =>
  sentences.some((sentence) => text.includes(sentence.text));

/**
 * Returns the drafts in turn, starting after the present text and leaving out those that
 * exist already.
 */
function following(video: Video, prompt: DraftPrompt): Sentences[] {
  const { turns, rest } = draftsOf(video, prompt);
  const at = turns.findIndex(
    (draft) => prompt.present !== null && comesFrom(prompt.present, draft),
  );
  const inOrder = [...turns.slice(at + 1), ...turns.slice(0, at + 1), ...rest];
  return inOrder.filter((draft) => !prompt.taken.includes(textOf(draft, video.language)));
}

/**
 * Returns the version of the insightful draft that the user's button asks for, or null if
 * the present text is not based on that draft.
 */
function changed(
  { drafts: { insightful }, language }: Video,
  prompt: DraftPrompt,
): Sentences | null {
  const { changes } = insightful;
  const { present, steer } = prompt;
  if (!changes || present === null || steer === null) return null;
  const family = [insightful.sentences, ...Object.values(changes)];
  const wanted = changes[steer];
  const isNew = textOf(wanted, language) !== present;
  return isNew && family.some((sentences) => comesFrom(present, sentences))
    ? wanted
    : null;
}

/**
 * Returns the draft that quotes the transcript, if the user's transcript contains the
 * quoted passages.
 */
function spoken(
  { drafts: { insightful } }: Video,
  { style, transcript }: DraftPrompt,
): Sentences[] {
  const { withTranscript } = insightful;
  const quotes = withTranscript?.filter(({ kind }) => kind === 'transcript') ?? [];
  const fits =
    style === 'insightful' &&
    quotes.every(({ quote }) => transcript.includes(plain(quote)));
  return withTranscript && quotes.length > 0 && fits ? [withTranscript] : [];
}

/** Returns the prepared comment for a prompt, or null if none is left. */
function commentFor(video: Video, prompt: DraftPrompt): Sentences | null {
  const steered = changed(video, prompt);
  if (steered && !prompt.isCorrected) return steered;
  const drafts = following(video, prompt);
  const begun = drafts.find(
    (draft) => prompt.begun && textOf(draft, video.language).startsWith(prompt.begun),
  );
  // Sending the same rejected text again would not help. After a rejection for
  // repetition, `present` is the repeated text, which is left out already.
  const [first = null, second = first] = begun ? [begun] : drafts;
  return prompt.isCorrected && prompt.present === null ? second : first;
}

/** A sentence of the answer, with the source that the model gives for it. */
interface Source {
  sentence: string;
  kind: string;
  quote: string;
}

/**
 * Returns the user's point unchanged, followed by the last sentence of the prepared
 * comment.
 */
function withPoint(point: string, prepared: Sentences | null): Source[] {
  const sentence = /[.!?。！？…]$/.test(point) ? point : `${point}.`;
  const last = prepared?.at(-1);
  return [{ sentence, kind: 'point', quote: point }, ...(last ? [asSource(last)] : [])];
}

const asSource = ({ text, kind, quote }: Sentence): Source => ({
  sentence: text,
  kind,
  quote,
});

/**
 * Drops a source whose passage is not in the prompt, for example because the user left
 * out the comments.
 */
const asGiven = (given: string) => (source: Source) =>
  given.includes(plain(source.quote)) ? source : { ...source, kind: 'none', quote: '' };

/**
 * Answers the prompt that has a comment read. A comment that was not prepared gets a
 * middle score.
 */
function readComment(
  user: string,
  prepared: ReadonlyMap<string, PreparedReading>,
): object {
  const comment = /⟦COMMENT⟧\n([\s\S]*?)\n⟦END OF COMMENT⟧/.exec(user)?.[1] ?? '';
  const reading = prepared.get(comment);
  return {
    wrong: [],
    alreadySaid: { author: '', words: '' },
    for: reading?.for ?? longestSentence(comment),
    against: reading?.against ?? '',
    signs: reading?.score ?? UNREAD_SCORE,
    engagementPotential: reading?.engagement ?? notRead,
    technicalAccuracy: reading?.accuracy ?? notRead,
    tone: reading?.tone ?? notRead,
  };
}

/**
 * Returns a function that answers prompts with JSON, or with null if no draft was
 * prepared.
 */
export function createScript({
  videos,
}: Content): (messages: readonly Message[]) => string | null {
  const byTitle = new Map(videos.map((video) => [video.title, video]));
  const byReply = new Map(
    videos.flatMap((video) =>
      video.reply ? [[plain(video.reply.text), video]] : [],
    ) as [string, Video][],
  );
  const readings = new Map(
    videos.flatMap(({ drafts, language }) =>
      Object.values(drafts).map(
        ({ sentences, reading }) => [textOf(sentences, language), reading] as const,
      ),
    ),
  );

  function answerTo(
    reply: string,
    { taken }: DraftPrompt,
  ): { video: Video; sentences: Sentences | null } | null {
    const video = byReply.get(plain(reply));
    if (!video?.reply) return null;
    const { answer } = video.reply;
    return {
      video,
      sentences: taken.includes(textOf(answer, video.language)) ? null : answer,
    };
  }

  function find(
    prompt: DraftPrompt,
  ): { video: Video; sentences: Sentences | null } | null {
    if (prompt.reply !== null) return answerTo(prompt.reply, prompt);
    const video = prompt.titles
      .map((title) => byTitle.get(title))
      .find((found) => found !== undefined);
    return video ? { video, sentences: commentFor(video, prompt) } : null;
  }

  /** Returns null if no draft was prepared. */
  function draft(user: string): object | null {
    const prompt = readDraftPrompt(user);
    const found = find(prompt);
    const sentences = found?.sentences ?? null;
    const sources =
      prompt.point === null
        ? (sentences ?? []).map(asSource)
        : withPoint(prompt.point, sentences);
    if (sources.length === 0) return null;
    const comment = sources
      .map(({ sentence }) => sentence)
      .join(found?.video.language === 'ja' ? '' : ' ');
    return { comment, sources: sources.map(asGiven(prompt.given)), nothingToAdd: '' };
  }

  function assess(system: string, user: string) {
    const areas =
      /^The professional’s areas of expertise: (.*)\.$/m.exec(system)?.[1]?.split(', ') ??
      [];
    const blocks = fencedTexts(user)
      .join('\n')
      .split(/^Video (?=\d+$)/m)
      .slice(1);
    const assessed = blocks.flatMap((block) => {
      const [title = ''] = titlesIn(block);
      const video = byTitle.get(title);
      return video
        ? [{ id: Number.parseInt(block, 10), ...assessment(video, areas) }]
        : [];
    });
    return { videos: assessed };
  }

  function answer(system: string, user: string): object | null {
    if (user.startsWith('Judge these videos.')) return assess(system, user);
    if (user.startsWith('Name the rules in these edits.'))
      return { rules: rulesOfEdits(fencedTexts(user).join('\n\n')) };
    if (user.startsWith('Name the habits in these comments.'))
      return { habits: habitsOfComments(fencedTexts(user).join('\n\n')) };
    if (user.includes('\n⟦COMMENT⟧\n')) return readComment(user, readings);
    return draft(user);
  }

  return (messages) => {
    const first = (role: string) =>
      messages.find((message) => message.role === role)?.content ?? '';
    const found = answer(first('system'), first('user'));
    return found && JSON.stringify(found);
  };
}

/** A middling score, because nobody has read the text. */
const UNREAD_SCORE = 60;
const notRead = 'Not judged: the sandbox knows only its own drafts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

function longestSentence(text: string): string {
  const sentences = [...segmenter.segment(text)].map(({ segment }) => segment.trim());
  return sentences.reduce(
    (longest, each) => (each.length > longest.length ? each : longest),
    '',
  );
}

/** Judges a video by how many of the user's areas of expertise it mentions. */
function assessment({ title, tags, description }: Video, areas: readonly string[]) {
  const text = [title, ...tags, description].join('\n').toLowerCase();
  const named = areas.filter((area) => text.includes(area.trim().toLowerCase())).length;
  const level = levelOf(named);
  return {
    ...byLevel[level],
    type: untoldType,
    difficulty: 'medium',
    opportunity: level,
    topics: tags.slice(0, 3),
  };
}

function levelOf(namedAreas: number): keyof typeof byLevel {
  if (namedAreas === 0) return 'low';
  return namedAreas === 1 ? 'medium' : 'high';
}

const byLevel = {
  low: { fit: 30, approach: 'Comment only if your own work touches this.' },
  medium: { fit: 65, approach: 'Compare it with what you have seen in your own work.' },
  high: { fit: 85, approach: 'Add the one thing that your own work has taught you.' },
};

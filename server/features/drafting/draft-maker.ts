import { commentSoftLimit } from '#shared/contracts/comments.ts';
import type { DraftWhy } from '#shared/contracts/drafts.ts';
import { AppError, conflict } from '../../core/errors.ts';
import type { CallPhase } from '../../providers/language-model/language-model.ts';
import { hasSameOpening, recentComments } from '../../text/likeness.rules.ts';
import { fitLength } from '../../text/transcript.rules.ts';
import { segmentsOf, wordsOf } from '../../text/words.rules.ts';
import type { Draft } from '../comments/redraft.rules.ts';
import { foreignText, toUserError } from '../language-model/model-failures.rules.ts';
import type { VoiceService } from '../voice/profiles.service.ts';
import type { CheckedText } from './checks.rules.ts';
import type { Prepared } from './draft-request.service.ts';
import type { DraftingRepository } from './drafting.repository.ts';
import { spent } from './drafting.rules.ts';
import type { Lookups } from './lookups.rules.ts';
import type { DraftModel } from './prompts/draft-model.service.ts';
import type { DraftAnswer, DraftCall, DraftRequest } from './prompts/requests.ts';

export interface DraftStreamListener {
  /** Reports what the model does before its first word. */
  waiting(phase: CallPhase): void;
  words(text: string): void;
  reset(reason: string): void;
}

/**
 * Streams only words that may stay, and at the end makes the client show exactly the
 * draft. `begun` is the beginning that the client already shows.
 */
function createLiveDraft(
  listener: Pick<DraftStreamListener, 'words' | 'reset'>,
  begun: string,
  isForeign: (text: string) => boolean,
) {
  let shown = begun.trim();

  return {
    /**
     * Sends nothing while a second attempt differs from the shown words, which `settle`
     * later replaces.
     */
    grow(written: string): void {
      const words = wordsToShow(shown, wholeComment(begun, written), isForeign);
      if (words === '') return;
      shown += words;
      listener.words(words);
    },

    /** `reason` explains why shown words are replaced. */
    settle(draft: string, reason: string): void {
      if (!draft.startsWith(shown)) {
        listener.reset(reason);
        shown = '';
      }
      if (draft !== shown) listener.words(draft.slice(shown.length));
      shown = draft;
    },
  };
}

const sameBeginning = 3;

const wordEnd = /[\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}。、！？]/u;

/**
 * Returns the whole words to append; empty once the text contains a link or copied text.
 */
export function wordsToShow(
  shown: string,
  written: string,
  isForeign: (text: string) => boolean,
): string {
  let end = written.length;
  while (end > 0 && !wordEnd.test(written.charAt(end - 1))) end -= 1;
  const whole = written.slice(0, end).trimEnd();
  return whole.startsWith(shown) && !isForeign(whole) ? whole.slice(shown.length) : '';
}

/**
 * Models asked to continue a comment either repeat its beginning or write only the rest.
 */
function wholeComment(begun: string, written: string): string {
  const beginning = begun.trim();
  if (written.startsWith(beginning) || beginning.startsWith(written)) return written;
  const first = (text: string) => wordsOf(text).slice(0, sameBeginning).join(' ');
  return first(written) === first(beginning) ? written : `${beginning} ${written}`;
}

interface Deps {
  languageModel: Pick<DraftModel, 'draft'>;
  repository: Pick<DraftingRepository, 'earlierTexts'>;
  voice: Pick<VoiceService, 'profiles'>;
}

export interface DraftOptions
  extends Pick<DraftRequest, 'steered' | 'shownDrafts' | 'anyway'> {
  /**
   * Excludes our own comment on this video from the similarity check; null compares with
   * every comment.
   */
  videoId: number | null;
  replaced?: readonly string[];
  /** The text that was kept from an interrupted draft. */
  begun?: string | undefined;
  /**
   * Drafts of the same bulk by video id. The new draft is added, so that no two begin
   * alike.
   */
  siblings?: Map<number, string> | undefined;
  signal?: AbortSignal | undefined;
  listener?: DraftStreamListener | undefined;
}

/** An answer of the model that may become the draft, and what is wrong with it. */
interface CheckedAnswer extends CheckedText {
  answer: DraftAnswer;
}

const opensAlike =
  'It began like another draft of this person’s that is written at the same time. Begin with something else, in another form of sentence.';
const rewritten = 'The first draft did not pass the checks, so it was written again.';
const mended = 'The model’s text was corrected before it was kept.';

/** How many of the owner's newest comments a new one is compared with. */
export const comparedTexts = 200;

/**
 * Writes a draft, writes it once more if it has a hard fault, and looks up its sources
 * and facts (rules 8.9, 8.10). Throws AppError.
 */
export function createDraftMaker({ languageModel, repository, voice }: Deps) {
  return async function makeDraft(
    { profile, lookups, request, why, transcript }: Prepared,
    options: DraftOptions,
  ): Promise<{ draft: Draft; why: DraftWhy }> {
    const { videoId, begun = '', signal, listener, steered } = options;
    const siblings = createSiblings(options);
    const recent = [
      ...siblings.texts(),
      ...(await repository.earlierTexts(videoId, recentComments)),
    ];
    const draftRequest = requestWith(request, recent, options);
    const calls: DraftCall[] = [];
    const live = listener && createLiveDraft(listener, begun, lookups.isForeign);

    async function checked(comment: string): Promise<CheckedText> {
      const texts = await repository.earlierTexts(videoId, comparedTexts);
      const earlier = [...seenTexts(request, options), ...texts];
      // A steered version is meant to be close to the text it comes from.
      const isOther = (text: string) => text !== steered?.text;
      const last = [...new Set([...siblings.texts(), ...texts])];
      return lookups.check(comment, earlier.filter(isOther), last.filter(isOther));
    }

    async function ask(
      corrections: readonly string[],
      grow = (_: string) => {},
    ): Promise<CheckedAnswer> {
      const progress = {
        signal,
        onComment: grow,
        onPhase: (phase: CallPhase) => listener?.waiting(phase),
      };
      const answer = await toUserError(
        languageModel.draft({ ...draftRequest, corrections }, progress),
      );
      calls.push(answer.call);
      if (answer.nothingToAdd !== null) throw nothingToAdd(answer.nothingToAdd, lookups);
      const comment = wholeComment(begun, answer.comment);
      const isTaken = siblings.isOpeningTaken(comment);
      // Compares only now that the model has answered, so that parallel drafts see each
      // other.
      const { checks, corrections: faults } = await checked(comment);
      return {
        answer: { ...answer, comment },
        checks,
        corrections: isTaken ? [...faults, opensAlike] : faults,
      };
    }

    const first = await ask([], live?.grow);
    const best =
      first.corrections.length === 0 ? first : better(first, await again(first, ask));
    const content = fitLength(
      withoutForeignText(best.answer.comment, lookups),
      commentSoftLimit,
    );
    if (content === '') {
      live?.settle('', mended);
      throw foreignText();
    }
    live?.settle(content, best === first ? mended : rewritten);
    const { checks } = content === best.answer.comment ? best : await checked(content);
    const unread = lookups.judge(
      content,
      lookups.ground(content, best.answer.claims),
      checks,
      null,
    );
    // The profile may have been deleted while the model wrote.
    const kept = (await voice.profiles()).find(({ id }) => id === profile?.id);
    return {
      draft: {
        content,
        style: request.style,
        ...unread,
        voiceProfileId: kept?.id ?? null,
        model: best.answer.model,
      },
      why: whyOf(why, best.answer, { calls, transcript }),
    };
  };
}

/** The other drafts of the same bulk, newest first. */
function createSiblings({
  siblings,
  videoId,
}: Pick<DraftOptions, 'siblings' | 'videoId'>) {
  const texts = () =>
    [...(siblings ?? [])]
      .flatMap(([id, text]) => (id === videoId ? [] : [text]))
      .reverse();
  return {
    texts,

    /**
     * Returns true if another draft of the bulk opens like this one. If none does,
     * reserves the opening.
     */
    isOpeningTaken(comment: string): boolean {
      if (!siblings || videoId === null) return false;
      if (texts().some((other) => hasSameOpening(comment, other))) return true;
      siblings.set(videoId, comment);
      return false;
    },
  };
}

/**
 * Returns the texts that the owner or the model sees, and that a new draft must not
 * repeat.
 */
const seenTexts = (
  { examples, material }: Prepared['request'],
  { replaced = [], shownDrafts = [] }: DraftOptions,
): string[] => [
  ...replaced,
  ...shownDrafts,
  ...examples,
  ...material.ownComments.map(({ text }) => text),
];

function requestWith(
  request: Prepared['request'],
  recent: readonly string[],
  { begun = '', steered, shownDrafts, anyway }: DraftOptions,
): DraftRequest {
  return {
    ...request,
    recent: [...new Set(recent)].slice(0, recentComments),
    ...(begun !== '' && { begun }),
    ...(steered && { steered }),
    ...(shownDrafts && { shownDrafts }),
    ...((anyway || begun || request.thread || request.material.point) && {
      anyway: true,
    }),
  };
}

/** Returns the record of what the draft was written from. */
function whyOf(
  why: Prepared['why'],
  { call, model }: DraftAnswer,
  { calls, transcript }: Pick<Prepared, 'transcript'> & { calls: readonly DraftCall[] },
): DraftWhy {
  return {
    promptVersion: call.promptVersion,
    parts: [...call.parts],
    ...why,
    transcript: transcriptKnown(transcript, call),
    model,
    ...spent(calls),
  };
}

function transcriptKnown(
  transcript: Prepared['transcript'],
  { transcriptTokens }: DraftCall,
): DraftWhy['transcript'] {
  if (!transcript || transcriptTokens === null) return null;
  const { words, usedWords, seconds, stretches } = transcript(transcriptTokens);
  return { words, usedWords, seconds, stretches };
}

/**
 * Hides the model's sentence if it contains a link or copied text, which a stranger's
 * text may have caused.
 */
const nothingToAdd = (sentence: string, { isForeign }: Lookups) =>
  conflict(
    'nothing_to_add',
    isForeign(sentence) ? 'The material gives nothing that you could add.' : sentence,
  );

/**
 * Returns the first draft if the second attempt fails: a flagged draft is better than
 * none.
 */
async function again(
  first: CheckedAnswer,
  ask: (corrections: readonly string[]) => Promise<CheckedAnswer>,
): Promise<CheckedAnswer> {
  try {
    return await ask(first.corrections);
  } catch (error) {
    if (error instanceof AppError) return first;
    throw error;
  }
}

/**
 * Returns the draft with fewer faults. On a tie this is the second, which was told what
 * to correct.
 */
const better = (first: CheckedAnswer, second: CheckedAnswer) =>
  first.corrections.length < second.corrections.length ? first : second;

/**
 * Removes sentences with links or copied text. Returns an empty text if nothing else is
 * left (rule 8.10).
 */
function withoutForeignText(text: string, { isForeign }: Lookups): string {
  if (!isForeign(text)) return text;
  const own = segmentsOf(text, 'sentence')
    .map(({ segment }) => segment)
    .filter((sentence) => !isForeign(sentence))
    .join('')
    .trim();
  return isForeign(own) ? '' : own;
}

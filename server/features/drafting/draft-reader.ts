import type { CommentAnalysis } from '#shared/contracts/comment-detail.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { toUserError } from '../language-model/model-failures.rules.ts';
import type { VoiceService } from '../voice/profiles.service.ts';
import { comparedTexts } from './draft-maker.ts';
import type { Prepared } from './draft-request.service.ts';
import type { DraftingRepository } from './drafting.repository.ts';
import type { DraftModel } from './prompts/draft-model.service.ts';
import type { ReaderAnswer } from './prompts/requests.ts';

interface Deps {
  languageModel: Pick<DraftModel, 'read'>;
  repository: Pick<DraftingRepository, 'keepReading' | 'earlierTexts'>;
  voice: Pick<VoiceService, 'settings'>;
  clock: Clock;
}

interface TextToRead {
  commentId: number;
  /**
   * Excludes our own comment on this video from the check for repetition; null compares
   * with every comment.
   */
  exceptVideoId: number | null;
  text: string;
}

/** How many of the draft's examples show the reader how the owner writes. */
const mostOwnTexts = 4;

/**
 * Lets the model read comments a second time, and keeps the findings that can be proved
 * (rule 8.11).
 */
export function createDraftReader({ languageModel, repository, voice, clock }: Deps) {
  function ask(
    { request }: Prepared,
    comment: string,
    signal?: AbortSignal,
  ): Promise<ReaderAnswer> {
    const { video, profile, material, thread, examples } = request;
    const read = {
      comment,
      video,
      profile,
      material,
      ownTexts: examples.slice(0, mostOwnTexts),
    };
    return toUserError(
      languageModel.read({ ...read, ...(thread && { thread }) }, signal),
    );
  }

  return {
    /**
     * Reads a stored draft if the settings ask for it. Returns true if a reading was
     * stored; a failed call to the model stores none.
     */
    async readDraft(
      commentId: number,
      text: string,
      prepared: Prepared,
    ): Promise<boolean> {
      if (!(await voice.settings()).readDrafts) return false;
      const answer = await ask(prepared, text).catch((error: unknown) => {
        if (error instanceof AppError) return null;
        throw error;
      });
      if (!answer) return false;
      const reading = { commentId, text, call: answer.call, now: clock.now() };
      return repository.keepReading(reading, ({ checks, ...present }) =>
        prepared.lookups.judge(text, present, checks, answer),
      );
    },

    /**
     * Checks and reads a text that may have been edited since it was drafted. Throws the
     * model's failures.
     */
    async readAgain(
      { commentId, exceptVideoId, text }: TextToRead,
      prepared: Prepared,
      signal: AbortSignal,
    ): Promise<boolean> {
      const { lookups } = prepared;
      const answer = await ask(prepared, text, signal);
      const { checks } = lookups.check(
        text,
        await repository.earlierTexts(exceptVideoId, comparedTexts),
      );
      const reading = { commentId, text, call: answer.call, now: clock.now() };
      return repository.keepReading(reading, (present) =>
        lookups.judge(text, regrounded(text, present, prepared), checks, answer),
      );
    },
  };
}

/**
 * Looks up the sources again. Unchanged sentences keep the source that the writer named,
 * and sentences that the owner confirmed stay confirmed.
 */
function regrounded(text: string, { sentences }: CommentAnalysis, { lookups }: Prepared) {
  const claims = sentences.flatMap(({ text: sentence, source }) =>
    source && source.kind !== 'person'
      ? [{ sentence, kind: source.kind, quote: source.quote ?? '' }]
      : [],
  );
  const own = new Map(
    sentences.flatMap((each) =>
      each.source?.kind === 'person' ? [[each.text.trim(), each]] : [],
    ),
  );
  const grounding = lookups.ground(text, claims);
  return {
    ...grounding,
    sentences: grounding.sentences.map((each) => {
      const kept = own.get(each.text.trim());
      return kept ? { ...kept, text: each.text } : each;
    }),
  };
}

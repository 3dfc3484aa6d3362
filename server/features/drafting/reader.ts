import type { CommentAnalysis } from '#shared/contracts/comment-detail.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { LanguageModel, ReaderAnswer } from '../../providers/language-model/language-model.ts';
import { toUserError } from '../language-model/model-failures.rules.ts';
import type { SettingsService } from '../voice/profiles.service.ts';
import { comparedTexts } from './draft-maker.ts';
import type { Prepared } from './draft-request.service.ts';
import type { DraftingRepository } from './drafting.repository.ts';

interface Deps {
  languageModel: Pick<LanguageModel, 'read'>;
  repository: Pick<DraftingRepository, 'keepReading' | 'earlierTexts'>;
  settings: Pick<SettingsService, 'settings'>;
  clock: Clock;
}

const ownTexts = 5;

/** Has comments read a second time by the model, and keeps what can be proved of it (rule 8.11). */
export function createReader({ languageModel, repository, settings, clock }: Deps) {
  function ask({ request }: Prepared, comment: string, signal?: AbortSignal): Promise<ReaderAnswer> {
    const { video, profile, material, thread, examples } = request;
    return toUserError(
      languageModel.read(
        {
          comment,
          video,
          profile,
          material,
          ...(thread && { thread }),
          ownTexts: examples.slice(0, ownTexts),
        },
        signal,
      ),
    );
  }

  return {
    /** Reads a stored draft if the person wants it. Returns whether a reading was kept; a failure of the model keeps none. */
    async readDraft(commentId: number, text: string, prepared: Prepared): Promise<boolean> {
      if (!(await settings.settings()).readDrafts) return false;
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

    /** Looks up and reads a text that was edited since. Throws the model's failures. */
    async readAgain(
      commentId: number,
      videoId: number | null,
      text: string,
      prepared: Prepared,
      signal: AbortSignal,
    ): Promise<boolean> {
      const { lookups } = prepared;
      const answer = await ask(prepared, text, signal);
      const { checks } = lookups.check(text, await repository.earlierTexts(videoId, comparedTexts));
      const reading = { commentId, text, call: answer.call, now: clock.now() };
      return repository.keepReading(reading, (present) =>
        lookups.judge(text, regrounded(text, present, prepared), checks, answer),
      );
    },
  };
}

/** Sentences that stayed keep what their writer named, and those that the person made theirs stay theirs. */
function regrounded(text: string, { sentences }: CommentAnalysis, { lookups }: Prepared) {
  const claims = sentences.flatMap(({ text: sentence, source }) =>
    source && source.kind !== 'person' ? [{ sentence, kind: source.kind, quote: source.quote ?? '' }] : [],
  );
  const own = new Map(
    sentences.flatMap((each) => (each.source?.kind === 'person' ? [[each.text.trim(), each]] : [])),
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

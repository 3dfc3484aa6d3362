import type {
  Answered,
  LanguageModel,
} from '../../../providers/language-model/language-model.ts';
import { commentSoFar } from '../../../text/model-answer.rules.ts';
import { readerAnswer, writerAnswer } from './draft-answers.ts';
import { type FittedPrompt, fitPrompt } from './fit-prompt.ts';
import { PROMPT_VERSION } from './prompt-sections.ts';
import { readerPrompt } from './reader-prompt.ts';
import type {
  DraftAnswer,
  DraftCall,
  DraftProgress,
  DraftRequest,
  ReaderAnswer,
  ReadRequest,
} from './requests.ts';
import { writerPrompt } from './writer-prompt.ts';

/**
 * The language model with the three questions that drafting asks. All throw
 * LanguageModelError.
 */
export interface DraftModel extends LanguageModel {
  /** Writes one comment, or says that there is nothing to add. */
  draft(request: DraftRequest, progress?: DraftProgress): Promise<DraftAnswer>;
  /**
   * Reviews a comment independently of the call that wrote it. The claims in the answer
   * are not verified yet.
   */
  read(request: ReadRequest, signal?: AbortSignal): Promise<ReaderAnswer>;
  /** Returns how many tokens a draft of this request would leave for its transcript. */
  transcriptTokens(request: DraftRequest): Promise<number>;
}

/** Limits in tokens. A draft's answer contains each sentence twice, once with a quote. */
const answerTokens = {
  draft: { most: 3500, fewest: 1200 },
  read: { most: 2000, fewest: 900 },
};

/** Adds drafting's questions to a language model. */
export function createDraftModel(languageModel: LanguageModel): DraftModel {
  return {
    answer: languageModel.answer,
    answerNow: languageModel.answerNow,
    promptRoom: languageModel.promptRoom,
    profile: languageModel.profile,
    load: languageModel.load,

    async draft(request, progress) {
      const question = {
        prompt: (tokens: number) => fitPrompt(request, writerPrompt, tokens),
        schema: writerAnswer(request),
        answerTokens: answerTokens.draft,
      };
      const answer = await languageModel.answerNow(question, {
        signal: progress?.signal,
        onText:
          progress &&
          ((soFar, thinks) => progress.onComment(commentSoFar(soFar, thinks))),
        onPhase: progress?.onPhase,
      });
      return { ...answer.value, model: answer.model, call: callOf(answer) };
    },

    async read(request, signal) {
      const question = {
        prompt: (tokens: number) => fitPrompt(request, readerPrompt, tokens),
        schema: readerAnswer,
        answerTokens: answerTokens.read,
      };
      const answer = await languageModel.answerNow(question, { signal });
      return { ...answer.value, model: answer.model, call: callOf(answer) };
    },

    async transcriptTokens(request) {
      const room = await languageModel.promptRoom(answerTokens.draft);
      return fitPrompt(request, writerPrompt, room).transcriptTokens ?? 0;
    },
  };
}

/** Returns the record of a call that is kept with the draft. */
function callOf(answer: Answered<unknown, FittedPrompt>): DraftCall {
  const { prompt, tokens, costUsd, structured, streamed } = answer;
  return {
    promptVersion: PROMPT_VERSION,
    parts: prompt.parts,
    transcriptTokens: prompt.transcriptTokens,
    tokens,
    costUsd,
    structured,
    streamed,
  };
}

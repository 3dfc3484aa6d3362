import type { DraftCheck, Grounding } from '#shared/contracts/comment-detail.ts';
import { createFactSearch } from '../../text/facts.rules.ts';
import { findLink } from '../../text/links.rules.ts';
import { repeatsOne } from '../../text/model-text.rules.ts';
import { capitalisesNouns } from '../../text/names.rules.ts';
import { sentencesOf } from '../../text/words.rules.ts';
import {
  type CheckedText,
  checkLikeness,
  copiedRuns,
  findHardFaults,
  repeatsRun,
} from './checks.rules.ts';
import { groundSentences } from './grounding.rules.ts';
import { isBare, type Material, materialTexts } from './material.rules.ts';
import type { PromptProfile, ReaderAnswer, SourceClaim } from './prompts/requests.ts';
import { type Judgement, judgeRead, judgeUnread } from './score.rules.ts';

const longestText = 10_000;

/** `instructions` are the prompt's own instructions, which no draft may repeat. */
export function createLookups(
  given: Material,
  own: { profile: PromptProfile | null; instructions: string },
) {
  const { profile, instructions } = own;
  const texts = materialTexts(given);
  const facts = createFactSearch(texts);
  const copied = copiedRuns(profile, instructions);
  /**
   * Returns true if a text contains a link, or copies words from the profile or the
   * prompt.
   */
  const isForeign = (text: string) => findLink(text) !== null || repeatsRun(text, copied);
  const searched = { texts, comments: given.comments, isForeign };

  return {
    isForeign,

    /**
     * Returns a top comment that says almost the same in the same words. Other words for
     * the same thought are only found by a reading.
     */
    saidInComments(text: string): Grounding['alreadySaid'] {
      const found = given.comments.find((comment) => repeatsOne(text, [comment.text]));
      return found && !isForeign(found.text)
        ? { author: found.author, text: found.text }
        : null;
    },

    /**
     * Checks for hard faults and for likeness to the last of `ownTexts`, newest first
     * (rule 8.10).
     */
    check(
      text: string,
      earlierTexts: readonly string[],
      ownTexts = earlierTexts,
    ): CheckedText {
      const { checks, corrections } = findHardFaults({
        text,
        earlierTexts,
        copied,
        avoidWords: profile?.avoidWords ?? null,
        unheldQuotations: facts.unheldQuotations(text.slice(0, longestText)),
      });
      return { checks: [...checks, ...checkLikeness(text, ownTexts)], corrections };
    },

    /** Looks up the sources and facts of each sentence (rule 8.9). */
    ground(text: string, claims: readonly SourceClaim[]): Grounding {
      const isNounCapital = capitalisesNouns(text);
      const search = { texts, facts, isNounCapital, isForeign };
      return {
        sentences: groundSentences(
          sentencesOf(text.slice(0, longestText)),
          claims,
          search,
        ),
        cannotCheck: isBare(given),
        alreadySaid: null,
      };
    },

    /**
     * Scores a comment with the reader's number, capped by each fault that is proved
     * (rule 8.11). `answer` is null if the comment was not read.
     */
    judge(
      text: string,
      grounding: Grounding,
      checks: readonly DraftCheck[],
      answer: ReaderAnswer | null,
    ): Judgement {
      const checked = { text, grounding, checks };
      return answer === null
        ? judgeUnread(checked)
        : judgeRead(checked, answer, searched);
    },
  };
}

export type Lookups = ReturnType<typeof createLookups>;

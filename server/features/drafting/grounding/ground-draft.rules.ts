import type { GroundedSentence, Grounding } from '#shared/contracts/grounding.ts';
import type { SourceClaim } from '../../../providers/language-model/language-model.ts';
import { sentencesOf } from '../../../text/segments.rules.ts';
import { createCommentSearch } from './already-said.rules.ts';
import { claimsBySentence } from './claims.rules.ts';
import { findSource } from './find-source.rules.ts';
import { knownMaterial } from './known-material.rules.ts';
import { isBare, type Material } from './material.ts';

export type GroundDraft = (text: string, claims: readonly SourceClaim[]) => Grounding;

const longestText = 10_000;

/**
 * Says for each sentence of a text where it comes from. What the model claims counts only where the material holds its
 * quote; numbers, names, quotations and times must be there as well.
 */
export function createGrounding(material: Material): GroundDraft {
  const known = knownMaterial(material);
  const cannotCheck = isBare(material);
  const nearestComment = createCommentSearch(material.comments);
  return (text, claims) => {
    const sentences = sentencesOf(text.slice(0, longestText));
    const claimed = claimsBySentence(sentences, claims);
    return {
      sentences: sentences.map((sentence, index): GroundedSentence => {
        if (cannotCheck) return { text: sentence, source: null, unsupported: [] };
        return { text: sentence, ...findSource(known, sentence, claimed[index] ?? []) };
      }),
      cannotCheck,
      alreadySaid: nearestComment(sentences),
    };
  };
}

/** Whether the person can leave the sentence as it is: it has a source that holds all of it. */
export const isGrounded = ({ source, unsupported }: GroundedSentence): boolean =>
  source !== null && source.kind !== 'own_knowledge' && unsupported.length === 0;

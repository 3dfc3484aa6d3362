import type { DraftWhy } from '#shared/contracts/draft-record.ts';
import type { Draft, DraftCall } from '../../../providers/language-model/language-model.ts';
import type { DraftMaterial } from './draft-material.ts';

/** The record of a draft: the prompt of the one that was kept, and what all calls together took. */
export function draftWhy(kept: Draft, calls: readonly DraftCall[], material: DraftMaterial): DraftWhy {
  const tokens = calls.map((call) => call.tokens).filter((used) => used !== null);
  const costs = calls.map(({ costUsd }) => costUsd).filter((cost) => cost !== null);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    promptVersion: kept.call.promptVersion,
    parts: [...kept.call.parts],
    ...material,
    model: kept.model,
    tokens:
      tokens.length === 0
        ? null
        : { input: sum(tokens.map(({ input }) => input)), output: sum(tokens.map(({ output }) => output)) },
    costUsd: costs.length === 0 ? null : sum(costs),
  };
}

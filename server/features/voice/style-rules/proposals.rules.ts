import { similarity } from '../../../text/words.rules.ts';
import type { ProposedStyleRule } from './rules-question.rules.ts';

const sameRule = 0.75;

export function newRules(
  proposed: readonly ProposedStyleRule[],
  known: readonly string[],
): ProposedStyleRule[] {
  const kept: ProposedStyleRule[] = [];
  for (const rule of [...proposed].sort((a, b) => b.edits.length - a.edits.length)) {
    const said = [...known, ...kept.map(({ text }) => text)];
    if (!said.some((text) => similarity(text, rule.text) >= sameRule)) kept.push(rule);
  }
  return kept;
}

import { z } from 'zod';
import type { Prompt, Question } from '../../providers/language-model/language-model.ts';
import {
  fenced,
  fenceRule,
  list,
  promptLine,
  promptText,
  type ResponseSchema,
  readableItems,
  responseSchema,
  tokensOf,
  withinBudget,
} from '../../text/model-text.rules.ts';
import { similarity } from '../../text/words.rules.ts';

export interface StyleRulesRequest {
  edits: readonly { before: string; after: string }[];
  known: readonly string[];
}

interface ProposedStyleRule {
  text: string;
  /** Indexes of the request's edits. */
  edits: readonly number[];
}

const answerTokens = 1200;

/** Asks for rules in the person's edits; where the model holds fewer, the last are left out. */
export function rulesQuestion({ edits, known }: StyleRulesRequest): Question<ProposedStyleRule[]> {
  return {
    prompt(tokens) {
      let count = edits.length;
      let prompt = rulesPrompt({ edits, known });
      while (count > fewestEdits && tokensOf(prompt.system) + tokensOf(prompt.user) > tokens) {
        count -= 1;
        prompt = rulesPrompt({ edits: edits.slice(0, count), known });
      }
      return prompt;
    },
    schema: rulesAnswer(edits.length),
    answerTokens,
    waitsForDrafts: false,
  };
}

const task = [
  'You compare drafts of YouTube comments with what one person made of them before approving them.',
  'You name what this person does again and again, as rules for the next drafts.',
].join(' ');

const demands = [
  'Each rule is one short sentence in plain English that tells a writer what to do or leave out: “Use no exclamation marks.”, “Start with the concrete thing, not with thanks.”',
  'A rule is about manner and form, never about the content of one comment. It names no video, person or product.',
  'At least two edits speak for a rule. Leave out what only happened once.',
  'At most six rules, the clearest first. An empty list is a good answer where nothing repeats.',
  'Propose nothing that is known already.',
];

const answerForm = ['text: the rule.', 'edits: the numbers of the edits that speak for it.'];

const textBudget = 700;

export function rulesPrompt({ edits, known }: StyleRulesRequest): Prompt {
  const pairs = edits.map(({ before, after }, index) =>
    [
      `Edit ${index + 1}`,
      `Draft: ${withinBudget(promptText(before), textBudget)}`,
      `Approved: ${withinBudget(promptText(after), textBudget)}`,
    ].join('\n'),
  );
  return {
    system: [
      task,
      `# Demands\n${list(demands)}`,
      `# Untrusted text\n${fenceRule}`,
      `# Form of the answer\nOne JSON object with the member rules: a list of objects with these members, and nothing else:\n${list(answerForm)}`,
    ].join('\n\n'),
    user: [
      'Name the rules in these edits.',
      fenced(pairs.join('\n\n')),
      ...(known.length > 0 ? [`Known already:\n${list(known.map((rule) => promptLine(rule, 300)))}`] : []),
    ].join('\n\n'),
  };
}

const mostRules = 6;
const fewestEdits = 2;
const longest = 300;

const ruleSchema = z.object({
  text: z
    .string()
    .transform((text) => text.replace(/\s+/g, ' ').trim().toWellFormed())
    .refine((text) => text !== '' && text.length <= longest && !text.includes('\u0000')),
  edits: z.array(z.coerce.number().int()),
});
const answerSchema = z.object({ rules: readableItems(ruleSchema) });

/** Keeps rules that cite two edits or more; the model counts them from 1, we from 0. */
export function rulesAnswer(edits: number): ResponseSchema<ProposedStyleRule[]> {
  const citedEdits = (cited: readonly number[]) =>
    [...new Set(cited)].filter((edit) => edit >= 1 && edit <= edits).map((edit) => edit - 1);
  return responseSchema(
    'style_rules',
    answerSchema.transform(({ rules }) =>
      rules
        .map((rule) => ({ text: rule.text, edits: citedEdits(rule.edits) }))
        .filter((rule) => rule.edits.length >= fewestEdits)
        .slice(0, mostRules),
    ),
  );
}

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

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { UpdateRule } from '#shared/contracts/voice.ts';
import { notFound } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type { LanguageModel, Prompt, Question } from '../../providers/language-model/language-model.ts';
import {
  fenced,
  fenceRule,
  list,
  promptLine,
  promptText,
  type ResponseSchema,
  readableItems,
  repeatsOne,
  responseSchema,
  tokensOf,
  withinBudget,
} from '../../text/model-text.rules.ts';
import { toUserError } from '../language-model/model-failures.rules.ts';
import type { StyleRuleRow, VoiceQueries, VoiceRepository } from './profiles.repository.ts';

interface Deps extends ClockAndEvents {
  repository: VoiceRepository;
  languageModel: Pick<LanguageModel, 'answer'>;
}

const comparedEdits = 20;
/** One edit is an accident. */
const fewestEdits = 2;

/** Only accepted rules reach a prompt; each change of them is a version. Methods throw 404. */
export function createStyleRulesService({ repository, languageModel, clock, events }: Deps) {
  /** Holds the lock and records a version. */
  async function change<T>(
    id: number,
    reasonFor: (rule: StyleRuleRow) => string,
    write: (held: Pick<VoiceRepository, 'updateRule' | 'deleteRule'>, now: Date) => Promise<T>,
  ): Promise<T> {
    const now = clock.now();
    const written = await repository.exclusively(async (held) => {
      const rule = await held.rule(id);
      if (!rule) throw unknownRule();
      const { profileId } = rule;
      return withVersion(held, { profileId, reason: reasonFor(rule), now }, () => write(held, now));
    });
    events.changed('voice-profiles');
    return written;
  }

  return {
    async rules(profileId: number): Promise<StyleRuleRow[]> {
      await requireProfile(repository, profileId);
      return repository.rules(profileId);
    },

    /** Those that are accepted, as a draft is written with them. */
    async current(profileId: number): Promise<{ version: number; rules: { id: number; text: string }[] }> {
      const newest = await repository.newestVersion(profileId);
      const state = await repository.voiceState(profileId);
      return { version: newest?.number ?? 1, rules: state?.rules ?? [] };
    },

    async add(profileId: number, text: string): Promise<StyleRuleRow> {
      const now = clock.now();
      await requireProfile(repository, profileId);
      const [rule] = await repository.exclusively((held) =>
        withVersion(held, { profileId, reason: 'Added a rule', now }, () =>
          held.insertRules([acceptedRule(profileId, text, now)]),
        ),
      );
      if (!rule) throw new Error('The new rule was not returned');
      events.changed('voice-profiles');
      return rule;
    },

    /** Stores proposals only; none reaches a prompt before it is accepted. */
    async propose(profileId: number) {
      await requireProfile(repository, profileId);
      const pairs = await repository.newestEdits(profileId, comparedEdits);
      if (pairs.length < fewestEdits)
        return {
          proposed: [],
          edits: pairs.length,
          detail: `Rules are learned from at least ${fewestEdits} drafts that you changed before approving them. So far there ${pairs.length === 1 ? 'is one' : 'are none'}.`,
        };
      const before = await repository.rules(profileId);
      const said = await toUserError(
        languageModel.answer(rulesQuestion({ edits: pairs, known: before.map(({ text }) => text) })),
      );
      const now = clock.now();
      const proposed = await repository.exclusively(async (held) => {
        const fresh = newRules(
          said,
          (await held.rules(profileId)).map(({ text }) => text),
        );
        if (fresh.length === 0) return [];
        return held.insertRules(
          fresh.map(({ text, edits: cited }) => ({
            profileId,
            text,
            status: 'proposed' as const,
            evidence: cited.flatMap((place) => pairs[place] ?? []),
            createdAt: now,
          })),
        );
      });
      if (proposed.length > 0) events.changed('voice-profiles');
      return {
        proposed,
        edits: pairs.length,
        detail: proposed.length > 0 ? null : 'Your edits show no rule that is not known already.',
      };
    },

    async decide(id: number, { text, status }: UpdateRule): Promise<StyleRuleRow> {
      const rule = await change(
        id,
        (before) => decisionReason(before, status),
        (held, now) => held.updateRule(id, { text, status, ...(status && { decidedAt: now }) }),
      );
      if (!rule) throw unknownRule();
      return rule;
    },

    remove: (id: number): Promise<void> =>
      change(
        id,
        () => 'Dropped a rule',
        (held) => held.deleteRule(id),
      ),
  };
}

export type StyleRulesService = ReturnType<typeof createStyleRulesService>;

function decisionReason(rule: StyleRuleRow, status: UpdateRule['status']): string {
  if (status === undefined || status === rule.status) return 'Reworded a rule';
  return status === 'accepted' ? 'Accepted a rule' : 'Dropped a rule';
}

export const unknownProfile = () => notFound('This voice profile');
export const unknownRule = () => notFound('This rule');

export async function requireProfile(profiles: Pick<VoiceQueries, 'profile'>, id: number): Promise<void> {
  if (!(await profiles.profile(id))) throw unknownProfile();
}

export const acceptedRule = (profileId: number, text: string, now: Date) =>
  ({ profileId, text, status: 'accepted', createdAt: now, decidedAt: now }) as const;

type Held = Pick<VoiceQueries, 'voiceState' | 'newestVersion' | 'insertVersion'>;

/** Needs the lock. Also records the state before, if there is no version yet. */
export async function withVersion<T>(
  held: Held,
  { profileId, reason, now }: { profileId: number; reason: string; now: Date },
  change: () => Promise<T>,
): Promise<T> {
  const before = await held.voiceState(profileId);
  const newest = await held.newestVersion(profileId);
  let number = newest?.number ?? 0;
  if (before && !newest) {
    number += 1;
    await held.insertVersion({ profileId, number, reason: 'As it was', ...before, createdAt: now });
  }
  const result = await change();
  const after = await held.voiceState(profileId);
  if (after && !isDeepStrictEqual(before, after))
    await held.insertVersion({ profileId, number: number + 1, reason, ...after, createdAt: now });
  return result;
}

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

export function newRules(
  proposed: readonly ProposedStyleRule[],
  known: readonly string[],
): ProposedStyleRule[] {
  const kept: ProposedStyleRule[] = [];
  for (const rule of [...proposed].sort((a, b) => b.edits.length - a.edits.length)) {
    const said = [...known, ...kept.map(({ text }) => text)];
    if (!repeatsOne(rule.text, said)) kept.push(rule);
  }
  return kept;
}

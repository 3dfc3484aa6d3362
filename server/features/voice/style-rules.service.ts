import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { UpdateRule } from '#shared/contracts/voice.ts';
import { notFound } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type {
  LanguageModel,
  Prompt,
  Question,
} from '../../providers/language-model/language-model.ts';
import {
  fenced,
  fenceRule,
  list,
  longestFittingPrompt,
  promptLine,
  promptText,
  type ResponseSchema,
  readableItems,
  repeatsOne,
  responseSchema,
  withinBudget,
} from '../../text/model-text.rules.ts';
import { toUserError } from '../language-model/model-failures.rules.ts';
import type {
  StyleRuleRow,
  VoiceQueries,
  VoiceRepository,
} from './profiles.repository.ts';

interface Deps extends ClockAndEvents {
  repository: VoiceRepository;
  languageModel: Pick<LanguageModel, 'answer'>;
}

const comparedEdits = 20;
/** A single edit may be chance. */
const fewestEdits = 2;

/**
 * Only accepted rules are used in prompts, and each change of them makes a profile
 * version. Methods throw 404.
 */
export function createStyleRulesService({
  repository,
  languageModel,
  clock,
  events,
}: Deps) {
  const versioned = versionedBy({ repository, clock, events });

  const change = <T>(
    id: number,
    reasonFor: (rule: StyleRuleRow) => string,
    write: (held: VoiceQueries, now: Date) => Promise<T>,
  ): Promise<T> =>
    versioned(async (held) => {
      const rule = await held.rule(id);
      if (!rule) throw unknownRule();
      return { profileId: rule.profileId, reason: reasonFor(rule) };
    }, write);

  return {
    async rules(profileId: number): Promise<StyleRuleRow[]> {
      await requireProfile(repository, profileId);
      return repository.rules(profileId);
    },

    /**
     * Returns the accepted rules, which drafts are written with, and the profile's
     * version.
     */
    async current(
      profileId: number,
    ): Promise<{ version: number; rules: { id: number; text: string }[] }> {
      const newest = await repository.newestVersion(profileId);
      return {
        version: newest?.number ?? 1,
        rules: await repository.acceptedRules(profileId),
      };
    },

    add: (profileId: number, text: string): Promise<StyleRuleRow> =>
      versioned(
        () => ({ profileId, reason: 'Added a rule' }),
        (held, now) => held.insertRule(acceptedRule(profileId, text, now)),
      ),

    /**
     * Asks the model for rules and stores them as proposals. Prompts do not use them
     * until they are accepted.
     */
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
        languageModel.answer(
          rulesQuestion({ edits: pairs, known: before.map(({ text }) => text) }),
        ),
      );
      const now = clock.now();
      const proposed = await repository.exclusively(async (held) => {
        const known = (await held.rules(profileId)).map(({ text }) => text);
        const stored: StyleRuleRow[] = [];
        for (const { text, edits } of newRules(said, known)) {
          const evidence = edits.flatMap((place) => pairs[place] ?? []);
          const rule = {
            profileId,
            text,
            status: 'proposed',
            evidence,
            createdAt: now,
          } as const;
          stored.push(await held.insertRule(rule));
        }
        return stored;
      });
      if (proposed.length > 0) events.changed('voice-profiles');
      return {
        proposed,
        edits: pairs.length,
        detail:
          proposed.length > 0
            ? null
            : 'Your edits show no rule that is not known already.',
      };
    },

    decide: (id: number, { text, status }: UpdateRule): Promise<StyleRuleRow> =>
      change(
        id,
        (before) => decisionReason(before, status),
        (held, now) =>
          held.updateRule(id, { text, status, ...(status && { decidedAt: now }) }),
      ),

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

export async function requireProfile(
  profiles: Pick<VoiceQueries, 'profile'>,
  id: number,
): Promise<void> {
  if (!(await profiles.profile(id))) throw unknownProfile();
}

export const acceptedRule = (profileId: number, text: string, now: Date) =>
  ({ profileId, text, status: 'accepted', createdAt: now, decidedAt: now }) as const;

/**
 * Changes a voice profile under the lock, records the new version and announces it. Also
 * records the state before if the profile has no version yet.
 */
export function versionedBy({ repository, clock, events }: Omit<Deps, 'languageModel'>) {
  return async <T>(
    find: (held: VoiceQueries) => Promise<Changed> | Changed,
    change: (held: VoiceQueries, now: Date) => Promise<T>,
  ): Promise<T> => {
    const now = clock.now();
    const result = await repository.exclusively(async (held) => {
      const { profileId, reason } = await find(held);
      await requireProfile(held, profileId);
      const before = await held.voiceState(profileId);
      let number = (await held.newestVersion(profileId))?.number ?? 0;
      const record = async (why: string, state: typeof before) => {
        number += 1;
        await held.insertVersion({
          profileId,
          number,
          reason: why,
          ...state,
          createdAt: now,
        });
      };
      if (number === 0) await record('As it was', before);
      const changed = await change(held, now);
      const after = await held.voiceState(profileId);
      if (!isDeepStrictEqual(before, after)) await record(reason, after);
      return changed;
    });
    events.changed('voice-profiles');
    return result;
  };
}

interface Changed {
  profileId: number;
  reason: string;
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

/**
 * Asks for rules in the owner's edits. Leaves out the last edits if the prompt gets too
 * long.
 */
export function rulesQuestion({
  edits,
  known,
}: StyleRulesRequest): Question<ProposedStyleRule[]> {
  return {
    prompt: (tokens) =>
      longestFittingPrompt(tokens, { most: edits.length, fewest: fewestEdits }, (count) =>
        rulesPrompt({ edits: edits.slice(0, count), known }),
      ),
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

const answerForm = [
  'text: the rule.',
  'edits: the numbers of the edits that speak for it.',
];

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
      ...(known.length > 0
        ? [`Known already:\n${list(known.map((rule) => promptLine(rule, 300)))}`]
        : []),
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

/**
 * Keeps rules that cite at least two edits. Converts the model's edit numbers, which
 * start at 1, to indexes.
 */
export function rulesAnswer(edits: number): ResponseSchema<ProposedStyleRule[]> {
  const citedEdits = (cited: readonly number[]) =>
    [...new Set(cited)]
      .filter((edit) => edit >= 1 && edit <= edits)
      .map((edit) => edit - 1);
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

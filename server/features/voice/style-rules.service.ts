import type { ProposeRulesResponse, UpdateRule } from '#shared/contracts/voice.ts';
import type { Clock } from '../../core/clock.ts';
import type { Events } from '../../core/events.ts';
import type { LanguageModel } from '../../providers/language-model/language-model.ts';
import { toUserError } from '../language-model/model-failures.rules.ts';
import type { StyleRuleRow, VoiceRepository } from './profiles.repository.ts';
import { newRules, rulesQuestion } from './style-rules.rules.ts';
import { acceptedRule, unknownProfile, unknownRule, withVersion } from './versions.service.ts';

interface Deps {
  repository: VoiceRepository;
  languageModel: Pick<LanguageModel, 'answer'>;
  clock: Clock;
  events: Events;
}

const comparedEdits = 20;
/** One edit is an accident. */
const fewestEdits = 2;

export type ProposedRules = Omit<ProposeRulesResponse, 'proposed'> & { proposed: StyleRuleRow[] };

/** Only accepted rules reach a prompt; each change of them is a version. Methods throw 404. */
export function createStyleRulesService({ repository, languageModel, clock, events }: Deps) {
  async function known(profileId: number): Promise<void> {
    if (!(await repository.profile(profileId))) throw unknownProfile();
  }

  /** Holds the lock and records a version. */
  async function change(
    id: number,
    reasonFor: (rule: StyleRuleRow) => string,
    write: (
      held: Pick<VoiceRepository, 'updateRule' | 'deleteRule'>,
      rule: StyleRuleRow,
      now: Date,
    ) => Promise<void>,
  ): Promise<void> {
    const now = clock.now();
    await repository.exclusively(now, async (held) => {
      const rule = await held.rule(id);
      if (!rule) throw unknownRule();
      const { profileId } = rule;
      await withVersion(held, { profileId, reason: reasonFor(rule), now }, () => write(held, rule, now));
    });
    events.changed('voice-profiles');
  }

  return {
    async rules(profileId: number): Promise<StyleRuleRow[]> {
      await known(profileId);
      return repository.rules(profileId);
    },

    async add(profileId: number, text: string): Promise<StyleRuleRow> {
      const now = clock.now();
      await known(profileId);
      const added = await repository.exclusively(now, (held) =>
        withVersion(held, { profileId, reason: 'Added a rule', now }, () =>
          held.insertRules([acceptedRule(profileId, text, now)]),
        ),
      );
      events.changed('voice-profiles');
      const [rule] = added;
      if (!rule) throw new Error('The new rule was not returned');
      return rule;
    },

    /** Stores proposals only; none reaches a prompt before it is accepted. */
    async propose(profileId: number): Promise<ProposedRules> {
      await known(profileId);
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
      const proposed = await repository.exclusively(now, async (held) => {
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
      await change(
        id,
        (rule) => decisionReason(rule, status),
        async (held, _rule, now) => {
          await held.updateRule(id, {
            text,
            status,
            ...(status && { decidedAt: now }),
          });
        },
      );
      const rule = await repository.rule(id);
      if (!rule) throw unknownRule();
      return rule;
    },

    async remove(id: number): Promise<void> {
      await change(
        id,
        () => 'Dropped a rule',
        (held) => held.deleteRule(id),
      );
    },
  };
}

export type StyleRulesService = ReturnType<typeof createStyleRulesService>;

function decisionReason(rule: StyleRuleRow, status: UpdateRule['status']): string {
  if (status === undefined || status === rule.status) return 'Reworded a rule';
  return status === 'accepted' ? 'Accepted a rule' : 'Dropped a rule';
}

import { isDeepStrictEqual } from 'node:util';
import type { ProposeRulesResponse, UpdateRule } from '#shared/contracts/voice.ts';
import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { LanguageModel } from '../../providers/language-model/language-model.ts';
import { toUserError } from '../language-model/model-failures.rules.ts';
import type {
  ProfileVersionRow,
  StyleRuleRow,
  VoiceProfileRow,
  VoiceQueries,
  VoiceRepository,
} from './profiles.repository.ts';
import { newRules, rulesQuestion } from './style-rules.rules.ts';

interface VersionsDeps {
  repository: VoiceRepository;
  clock: Clock;
  events: Events;
}

interface Deps extends VersionsDeps {
  languageModel: Pick<LanguageModel, 'answer'>;
}

const comparedEdits = 20;
/** One edit is an accident. */
const fewestEdits = 2;

export type ProposedRules = Omit<ProposeRulesResponse, 'proposed'> & { proposed: StyleRuleRow[] };

/** Only accepted rules reach a prompt; each change of them is a version. Methods throw 404. */
export function createStyleRulesService({ repository, languageModel, clock, events }: Deps) {
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
      await requireProfile(repository, profileId);
      return repository.rules(profileId);
    },

    async add(profileId: number, text: string): Promise<StyleRuleRow> {
      const now = clock.now();
      await requireProfile(repository, profileId);
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

export function createVersionsService({ repository, clock, events }: VersionsDeps) {
  return {
    async versions(profileId: number) {
      await requireProfile(repository, profileId);
      const versions = await repository.versions(profileId);
      return versions.map(({ number, reason, fields, rules, createdAt }, index) => ({
        number,
        reason,
        name: fields.name,
        rules: rules.map(({ text }) => text),
        isCurrent: index === 0,
        createdAt,
      }));
    },

    async current(profileId: number): Promise<{ version: number; rules: { id: number; text: string }[] }> {
      const newest = await repository.newestVersion(profileId);
      const state = await repository.voiceState(profileId);
      return { version: newest?.number ?? 1, rules: state?.rules ?? [] };
    },

    /** Makes a new version, so that restoring can be undone. */
    async restore(profileId: number, number: number): Promise<VoiceProfileRow> {
      const now = clock.now();
      const profile = await repository.exclusively(now, async (held) => {
        const wanted = (await held.versions(profileId)).find((version) => version.number === number);
        if (!wanted) throw notFound('This version');
        return withVersion(held, { profileId, reason: `Back to version ${number}`, now }, async () => {
          await restoreRules(held, wanted, now);
          const updated = await held.updateProfile(profileId, { ...wanted.fields, updatedAt: now });
          if (!updated) throw unknownProfile();
          return updated;
        });
      });
      events.changed('voice-profiles');
      return profile;
    },
  };
}

export type VersionsService = ReturnType<typeof createVersionsService>;

/** Rules accepted since then are proposed again; the version's own return as worded then. */
async function restoreRules(
  held: VoiceQueries,
  { profileId, rules }: ProfileVersionRow,
  now: Date,
): Promise<void> {
  const wanted = new Map(rules.map(({ id, text }) => [id, text]));
  for (const { id, status } of await held.rules(profileId)) {
    const text = wanted.get(id);
    if (text !== undefined) await held.updateRule(id, { text, status: 'accepted' });
    else if (status === 'accepted') await held.updateRule(id, { status: 'proposed', decidedAt: null });
    wanted.delete(id);
  }
  const gone = [...wanted].map(([id, text]) => ({ id, ...acceptedRule(profileId, text, now) }));
  if (gone.length > 0) await held.insertRules(gone);
}

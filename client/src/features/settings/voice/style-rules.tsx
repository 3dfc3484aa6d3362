import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ruleTextLimit, type StyleRule } from '#shared/contracts/style-rules.ts';
import { styleRulesQuery, useAddStyleRule, useProposeStyleRules } from '../../../api/style-rules.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Disclosure } from '../../../components/ui/choices.tsx';
import { Field, Input } from '../../../components/ui/fields.tsx';
import { useUnsavedText } from '../../../lib/unsaved.ts';
import { StyleRuleCard } from './style-rule-card.tsx';
import { VoiceQuery } from './voice-query.tsx';
import { VoiceSection } from './voice-section.tsx';

function OwnStyleRule({ profileId }: { profileId: number }) {
  const [text, setText] = useUnsavedText(`rule.${profileId}`);
  const adding = useAddStyleRule(profileId);
  const add = (event: FormEvent) => {
    event.preventDefault();
    adding.mutate(text, {
      onSuccess: () => setText(''),
      onError: (error) => toastFailure('Failed to add the rule', error),
    });
  };
  return (
    <form onSubmit={add} className="max-w-measure">
      <Field label="A rule of your own">
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={text}
              maxLength={ruleTextLimit}
              placeholder="Start with the concrete thing, not with thanks"
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" disabled={adding.isPending || text.trim() === ''}>
              Add
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

function StyleRuleList({ rules, empty }: { rules: readonly StyleRule[]; empty?: string }) {
  if (rules.length === 0) return empty ? <p>{empty}</p> : null;
  return (
    <ul className="flex flex-col border-y border-line">
      {rules.map((rule) => (
        <StyleRuleCard key={rule.id} rule={rule} />
      ))}
    </ul>
  );
}

export function StyleRules({ profileId }: { profileId: number }) {
  const rules = useQuery(styleRulesQuery(profileId));
  const proposing = useProposeStyleRules(profileId);
  const [nothingNew, setNothingNew] = useState<string | null>(null);
  const propose = () => {
    setNothingNew(null);
    proposing.mutate(undefined, {
      onSuccess: ({ detail }) => setNothingNew(detail),
      onError: (error) => toastFailure('Failed to read your edits', error),
    });
  };
  return (
    <VoiceSection
      title="Rules"
      help="What every draft follows. Chime In can learn rules from your edits; only rules you accept are used."
      actions={
        <Button disabled={proposing.isPending} onClick={propose}>
          {proposing.isPending ? 'Reading...' : 'Read My Edits'}
        </Button>
      }
    >
      {nothingNew && <p role="status">{nothingNew}</p>}
      <VoiceQuery query={rules} what="the rules" lines={3}>
        {(all) => {
          const having = (status: StyleRule['status']) => all.filter((rule) => rule.status === status);
          const proposed = having('proposed');
          const rejected = having('rejected');
          return (
            <>
              {proposed.length > 0 && (
                <>
                  <h4 className="text-sm font-medium">Proposed from your edits</h4>
                  <StyleRuleList rules={proposed} />
                  <h4 className="text-sm font-medium">In every draft</h4>
                </>
              )}
              <StyleRuleList rules={having('accepted')} empty="No rules yet." />
              {rejected.length > 0 && (
                <Disclosure summary={`Rejected (${rejected.length}), not proposed again`}>
                  <div className="mt-2">
                    <StyleRuleList rules={rejected} />
                  </div>
                </Disclosure>
              )}
            </>
          );
        }}
      </VoiceQuery>
      <OwnStyleRule profileId={profileId} />
    </VoiceSection>
  );
}

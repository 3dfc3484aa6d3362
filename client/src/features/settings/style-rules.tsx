import { type FormEvent, useState } from 'react';
import {
  type RuleEvidence,
  ruleTextLimit,
  type StyleRule,
  type UpdateRule,
} from '#shared/contracts/voice.ts';
import {
  styleRulesQuery,
  useAddStyleRule,
  useDecideStyleRule,
  useDeleteStyleRule,
  useProposeStyleRules,
} from '../../api/voice.ts';
import { Button, Input } from '../../components/ui/button.tsx';
import { Disclosure } from '../../components/ui/choices.tsx';
import { Field, Textarea } from '../../components/ui/form-fields.tsx';
import { useUnsavedText } from '../../lib/unsaved.ts';
import { Loaded, SettingsSection } from './kept-form.tsx';

function Evidence({ evidence }: { evidence: readonly RuleEvidence[] }) {
  if (evidence.length === 0) return null;
  const count = evidence.length;
  return (
    <Disclosure className="text-sm" summary={`Based on ${count} of your edits`}>
      <ul className="mt-2 flex flex-col gap-3">
        {evidence.map(({ commentId, before, after }) => (
          <li key={commentId} className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {Object.entries({ Drafted: before, Approved: after }).map(([name, words]) => (
              <div key={name} className="min-w-0">
                <p className="text-muted">{name}</p>
                <p className="font-voice text-voice-sm break-words whitespace-pre-wrap">
                  {words}
                </p>
              </div>
            ))}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function StyleRuleCard({ rule }: { rule: StyleRule }) {
  const { id, text, status, evidence } = rule;
  const deciding = useDecideStyleRule();
  const deletion = useDeleteStyleRule();
  const [reworded, setReworded] = useUnsavedText(`rule-wording.${id}`);
  const [isRewording, setIsRewording] = useState(reworded !== '');
  const isPending = deciding.isPending || deletion.isPending;

  const stopRewording = () => {
    setReworded('');
    setIsRewording(false);
  };
  const decide = (change: UpdateRule) =>
    deciding.mutate({ id, ...change }, { onSuccess: stopRewording });
  const reword = () => {
    setReworded(text);
    setIsRewording(true);
  };
  const offer = (
    label: string,
    onClick: () => void,
    variant: 'secondary' | 'danger' = 'secondary',
  ) => (
    <Button variant={variant} disabled={isPending} onClick={onClick}>
      {label}
    </Button>
  );

  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 last:border-0">
      {isRewording ? (
        <Textarea
          aria-label="The rule in your words"
          rows={2}
          maxLength={ruleTextLimit}
          className="max-w-measure"
          value={reworded}
          onValueChange={setReworded}
        />
      ) : (
        <p className="max-w-measure">{text}</p>
      )}
      <Evidence evidence={evidence} />
      <div className="flex flex-wrap gap-2">
        {isRewording ? (
          <>
            <Button
              variant="primary"
              disabled={isPending || reworded.trim() === ''}
              onClick={() => decide({ text: reworded, status: 'accepted' })}
            >
              {status === 'accepted' ? 'Save Wording' : 'Accept as Reworded'}
            </Button>
            <Button onClick={stopRewording}>Cancel</Button>
          </>
        ) : (
          <>
            {status !== 'accepted' &&
              offer('Accept', () => decide({ status: 'accepted' }))}
            {offer('Reword', reword)}
            {status === 'rejected'
              ? offer('Delete', () => deletion.mutate(id), 'danger')
              : offer(status === 'accepted' ? 'Drop' : 'Reject', () =>
                  decide({ status: 'rejected' }),
                )}
          </>
        )}
      </div>
    </li>
  );
}

function OwnStyleRule({ profileId }: { profileId: number }) {
  const [text, setText] = useUnsavedText(`rule.${profileId}`);
  const adding = useAddStyleRule(profileId);
  const add = (event: FormEvent) => {
    event.preventDefault();
    adding.mutate(text, { onSuccess: () => setText('') });
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
              onValueChange={setText}
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

function StyleRuleList({
  rules,
  empty,
}: {
  rules: readonly StyleRule[];
  empty?: string;
}) {
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
  const proposing = useProposeStyleRules(profileId);
  return (
    <SettingsSection
      title="Rules"
      help="What every draft follows. Chime In can learn rules from your edits; only rules you accept are used."
      actions={
        <Button
          busy={proposing.isPending && 'Reading...'}
          onClick={() => proposing.mutate()}
        >
          Learn from My Edits
        </Button>
      }
    >
      {proposing.data?.detail && <p role="status">{proposing.data.detail}</p>}
      <Loaded query={styleRulesQuery(profileId)} what="the rules" lines={3}>
        {(all) => {
          const having = (status: StyleRule['status']) =>
            all.filter((rule) => rule.status === status);
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
      </Loaded>
      <OwnStyleRule profileId={profileId} />
    </SettingsSection>
  );
}

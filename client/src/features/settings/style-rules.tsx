import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type ProfileVersion,
  type ProposedHabits,
  type RuleEvidence,
  ruleTextLimit,
  type StyleProfile as StyleProfileData,
  type StyleRule,
  type UpdateRule,
  type VoiceProfile,
} from '#shared/contracts/voice.ts';
import { mostHabits } from '#shared/contracts/voice-fields.ts';
import {
  profileVersionsQuery,
  styleProfileQuery,
  styleRulesQuery,
  useAddStyleRule,
  useDecideStyleRule,
  useDeleteStyleRule,
  useProposeHabits,
  useProposeStyleRules,
  useRestoreVersion,
  useUpdateVoiceProfile,
  voiceProfilesQuery,
} from '../../api/voice.ts';
import { DateTime } from '../../components/time.tsx';
import { Badge, Button, Input } from '../../components/ui/button.tsx';
import { Disclosure } from '../../components/ui/choices.tsx';
import { Field, Textarea } from '../../components/ui/form-fields.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';
import { useUnsavedText } from '../../lib/unsaved.ts';
import { Loaded, SettingsSection, succeeded } from './kept-form.tsx';

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
                <p className="font-voice text-voice-sm break-words whitespace-pre-wrap">{words}</p>
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
  const decide = (change: UpdateRule) => deciding.mutate({ id, ...change }, { onSuccess: stopRewording });
  const reword = () => {
    setReworded(text);
    setIsRewording(true);
  };
  const offer = (label: string, onClick: () => void, variant: 'secondary' | 'danger' = 'secondary') => (
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
          onChange={(event) => setReworded(event.target.value)}
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
            {status !== 'accepted' && offer('Accept', () => decide({ status: 'accepted' }))}
            {offer('Reword', reword)}
            {status === 'rejected'
              ? offer('Delete', () => deletion.mutate(id), 'danger')
              : offer(status === 'accepted' ? 'Drop' : 'Reject', () => decide({ status: 'rejected' }))}
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
  const proposing = useProposeStyleRules(profileId);
  return (
    <SettingsSection
      title="Rules"
      help="What every draft follows. Chime In can learn rules from your edits; only rules you accept are used."
      actions={
        <Button disabled={proposing.isPending} onClick={() => proposing.mutate()}>
          {proposing.isPending ? 'Reading...' : 'Learn from My Edits'}
        </Button>
      }
    >
      {proposing.data?.detail && <p role="status">{proposing.data.detail}</p>}
      <Loaded query={styleRulesQuery(profileId)} what="the rules" lines={3}>
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
      </Loaded>
      <OwnStyleRule profileId={profileId} />
    </SettingsSection>
  );
}

function Traits({ texts, words, traits }: StyleProfileData) {
  if (texts === 0) return <p>Nothing to measure yet. Import your own comments, or approve a few drafts.</p>;
  return (
    <>
      <p className="text-sm text-muted tabular-nums">
        Measured from {counted(texts, 'text')} with {formatNumber(words)} words.
      </p>
      <dl className="grid gap-x-6 sm:grid-cols-[10rem_minmax(0,1fr)]">
        {traits.map(({ name, label, detail, quote }) => (
          <div
            key={name}
            className="grid border-b border-line py-2 last:border-0 sm:col-span-2 sm:grid-cols-subgrid"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 tabular-nums">
              {detail}
              {quote && (
                <q className="block max-w-measure truncate font-voice text-voice-sm text-muted">{quote}</q>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function ProposedHabit({
  habit: { text, quotes },
  onUse,
}: {
  habit: ProposedHabits['habits'][number];
  /** Null while the profile cannot take another habit. */
  onUse: (() => void) | null;
}) {
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 last:border-0">
      <p className="max-w-measure">{text}</p>
      <Disclosure className="text-sm" summary={`Seen in ${quotes.length} of your comments`}>
        <ul className="mt-2 flex flex-col gap-1">
          {quotes.map((quote) => (
            <li key={quote}>
              <q className="block max-w-measure font-voice text-voice-sm break-words">{quote}</q>
            </li>
          ))}
        </ul>
      </Disclosure>
      <div>
        <Button disabled={!onUse} aria-label={`Use “${text}”`} onClick={() => onUse?.()}>
          Use
        </Button>
      </div>
    </li>
  );
}

/** Shows the habits of a profile, and proposes those that the model finds in the owner's comments. */
function Habits({ profile: { id, habits } }: { profile: VoiceProfile }) {
  const proposing = useProposeHabits(id);
  const updating = useUpdateVoiceProfile();
  const proposed = (proposing.data?.habits ?? []).filter(({ text }) => !habits.includes(text));
  const keep = (kept: string[]) => updating.mutate({ id, body: { habits: kept } });
  const hasRoom = habits.length < mostHabits && !updating.isPending;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="text-sm font-medium">Habits</h4>
        <Button disabled={proposing.isPending} onClick={() => proposing.mutate()}>
          {proposing.isPending ? 'Reading...' : 'Find My Habits'}
        </Button>
      </div>
      <p className="max-w-measure text-sm text-muted">
        What your comments do again and again. Each draft shows at least one of those you use, {mostHabits} at
        most.
      </p>
      {habits.length > 0 && (
        <ul className="flex flex-col border-y border-line">
          {habits.map((habit) => (
            <li key={habit} className="flex items-center justify-between gap-4 py-2">
              <span className="min-w-0 wrap-anywhere">{habit}</span>
              <Button
                disabled={updating.isPending}
                aria-label={`Drop “${habit}”`}
                onClick={() => keep(habits.filter((other) => other !== habit))}
              >
                Drop
              </Button>
            </li>
          ))}
        </ul>
      )}
      {proposing.data?.detail && <p role="status">{proposing.data.detail}</p>}
      {proposed.length > 0 && (
        <ul aria-label="Found in your comments" className="flex flex-col border-y border-line">
          {proposed.map((habit) => (
            <ProposedHabit
              key={habit.text}
              habit={habit}
              onUse={hasRoom ? () => keep([...habits, habit.text]) : null}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The page that shows a profile has loaded all profiles before. */
function ProfileHabits({ profileId }: { profileId: number }) {
  const profiles = useQuery(voiceProfilesQuery).data;
  const profile = profiles?.find(({ id }) => id === profileId);
  return profile ? <Habits profile={profile} /> : null;
}

export const StyleProfile = ({ profileId }: { profileId: number }) => (
  <SettingsSection
    title="Style profile"
    help="How you write, counted from your own comments and from the drafts you approved. Each draft is measured against it."
  >
    <Loaded query={styleProfileQuery(profileId)} what="the style profile" lines={8}>
      {(data) => (
        <>
          <Traits {...data} />
          <ProfileHabits profileId={profileId} />
        </>
      )}
    </Loaded>
  </SettingsSection>
);

const shownAtFirst = 5;

function VersionList({ versions, profileId }: { versions: readonly ProfileVersion[]; profileId: number }) {
  const restoring = useRestoreVersion(profileId);
  const [isWhole, setIsWhole] = useState(false);
  const restore = (version: ProfileVersion) =>
    restoring.mutate(version, { onSuccess: () => succeeded(`Went back to version ${version.number}`) });
  if (versions.length === 0) return <p>The first change makes the first version.</p>;
  const shown = isWhole ? versions : versions.slice(0, shownAtFirst);
  return (
    <>
      <ol className="flex flex-col">
        {shown.map((version) => (
          <li
            key={version.number}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-2 last:border-0 sm:grid-cols-[6rem_minmax(0,1fr)_auto]"
          >
            <span className="font-medium tabular-nums">Version {version.number}</span>
            <span className="max-sm:col-start-1 max-sm:row-start-2">
              {version.reason}
              <span className="block text-sm text-muted tabular-nums">
                {version.name}, {counted(version.rules.length, 'rule')}, <DateTime iso={version.createdAt} />
              </span>
            </span>
            {version.isCurrent ? (
              <Badge dot="accent">Current</Badge>
            ) : (
              <Button
                disabled={restoring.isPending}
                aria-label={`Go back to version ${version.number}`}
                onClick={() => restore(version)}
              >
                Go Back
              </Button>
            )}
          </li>
        ))}
      </ol>
      {shown.length < versions.length && (
        <Button className="self-start" onClick={() => setIsWhole(true)}>
          Show All ({versions.length})
        </Button>
      )}
    </>
  );
}

export const Versions = ({ profileId }: { profileId: number }) => (
  <SettingsSection
    title="Versions"
    help="Each change to the profile or its rules is kept. Going back makes a new version, so you can undo that too."
  >
    <Loaded query={profileVersionsQuery(profileId)} what="the versions" lines={3}>
      {(data) => <VersionList versions={data} profileId={profileId} />}
    </Loaded>
  </SettingsSection>
);

import { useId, useState } from 'react';
import type { StyleProfile } from '#shared/contracts/style-profile.ts';
import type { StyleRule } from '#shared/contracts/style-rules.ts';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import { toastFailure } from '../../../api/http.ts';
import { useCreateActiveProfile, useKeepStyleRules, useUpdateVoiceProfile } from '../../../api/voice.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Input, Switch } from '../../../components/ui/fields.tsx';
import { classNames } from '../../../lib/browser.ts';
import { useUnsavedText } from '../../../lib/unsaved.ts';
import { Step, type StepState } from './step.tsx';
import { isSameRule, type StyleSentence, styleSentences } from './style-sentences.rules.ts';

interface SentenceProps {
  sentence: StyleSentence;
  isKept: boolean;
  onKeep: (kept: boolean) => void;
}

function Sentence({ sentence: { told, quote, detail }, isKept, onKeep }: SentenceProps) {
  const id = useId();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-b border-line py-3">
      <label htmlFor={id} className={classNames('font-medium', !isKept && 'text-muted')}>
        {told}
      </label>
      <Switch id={id} className="mt-0.5" checked={isKept} onCheckedChange={onKeep} />
      {quote ? (
        <q dir="auto" className="line-clamp-2 font-voice text-voice-sm text-muted">
          {quote}
        </q>
      ) : (
        <span className="text-sm text-muted">{detail}</span>
      )}
    </li>
  );
}

interface StyleStepProps {
  state: StepState;
  profile: VoiceProfile | undefined;
  profileName: string;
  styleProfile: StyleProfile | undefined;
  rules: readonly StyleRule[];
  onSkip: () => void;
}

export function StyleStep({ state, profile, profileName, styleProfile, rules, onSkip }: StyleStepProps) {
  const [typed, setTyped] = useUnsavedText('first-run.profile-name');
  const [isNameTyped, setIsNameTyped] = useState(typed !== '');
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const creating = useCreateActiveProfile();
  const updating = useUpdateVoiceProfile();
  const keeping = useKeepStyleRules();
  const isPending = creating.isPending || updating.isPending || keeping.isPending;
  const name = isNameTyped ? typed : (profile?.name ?? profileName);
  const sentences = styleSentences(styleProfile?.traits ?? []);

  const ruleOf = ({ rule }: StyleSentence) => rules.find(({ text }) => isSameRule(text, rule));
  /** Until the first save everything is proposed; then the rules say. */
  const isKept = (sentence: StyleSentence) =>
    chosen[sentence.rule] ?? (state === 'done' ? ruleOf(sentence)?.status === 'accepted' : true);
  const kept = sentences.filter(isKept);

  async function save() {
    try {
      const { id } = !profile
        ? await creating.mutateAsync(name)
        : profile.name === name
          ? profile
          : await updating.mutateAsync({ id: profile.id, body: { name } });
      const known = (wanted: boolean) =>
        sentences.filter((each) => isKept(each) === wanted).flatMap((each) => ruleOf(each) ?? []);
      await keeping.mutateAsync({
        profileId: id,
        add: kept.filter((each) => !ruleOf(each)).map(({ rule }) => rule),
        accept: known(true).flatMap((rule) => (rule.status === 'accepted' ? [] : rule.id)),
        drop: known(false).flatMap((rule) => (rule.status === 'accepted' ? rule.id : [])),
      });
      setTyped('');
      setIsNameTyped(false);
      setChosen({});
    } catch (error) {
      toastFailure(
        'Error',
        error,
        profile ? 'Failed to update voice profile' : 'Failed to create voice profile',
      );
    }
  }

  return (
    <Step
      number={2}
      title="See your style"
      state={state}
      note={sentences.length > 0 && `${kept.length} of ${sentences.length} kept`}
      onSkip={onSkip}
      footer={
        <>
          <Input
            aria-label="Profile Name"
            className="w-auto min-w-0 flex-1"
            maxLength={200}
            value={name}
            onChange={(event) => {
              setTyped(event.target.value);
              setIsNameTyped(true);
            }}
          />
          <Button
            variant={state === 'now' ? 'primary' : 'secondary'}
            disabled={isPending || name.trim() === ''}
            onClick={() => void save()}
          >
            {isPending ? 'Saving...' : profile ? 'Update Profile' : 'Create Profile'}
          </Button>
        </>
      }
    >
      {sentences.length > 0 ? (
        <ul className="border-t border-line">
          {sentences.map((sentence) => (
            <Sentence
              key={sentence.rule}
              sentence={sentence}
              isKept={isKept(sentence)}
              onKeep={(next) => setChosen((before) => ({ ...before, [sentence.rule]: next }))}
            />
          ))}
        </ul>
      ) : (
        <p className="border-t border-line py-3 text-muted">
          What your comments show appears here, each habit with the words it is read from. What you keep
          becomes a rule for every draft.
        </p>
      )}
    </Step>
  );
}

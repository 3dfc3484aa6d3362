import { useId, useState } from 'react';
import type { StyleProfile, Trait, TraitName } from '#shared/contracts/voice.ts';
import { beginningOf } from '#shared/rules/cut-text.ts';
import { videoTopics } from '#shared/rules/topics.ts';
import { toastFailure } from '../../api/http.ts';
import { useCreateActiveProfile, useUpdateVoiceProfile } from '../../api/voice.ts';
import { Button, Input, Switch } from '../../components/ui/button.tsx';
import { InputField } from '../../components/ui/form-fields.tsx';
import { classNames } from '../../lib/browser.ts';
import { Step, type StepState, useTyped, useVoice } from './paste-step.tsx';

interface StyleSentence {
  /** The topic of the sentence. No two sentences share one. */
  about: string;
  told: string;
  rule: string;
  quote: string | null;
  detail: string;
}

type Wording = Pick<StyleSentence, 'about' | 'told' | 'rule'>;

const mostSentences = 5;
const shortSentence = 12;
const longSentence = 20;
/** Percent of the comments that begin like this. */
const often = 40;
const mostly = 60;

const never = (value: number) => value === 0;
const from = (least: number) => (value: number) => value >= least;

/**
 * Sorted by how much they shape a draft. Habits that are not pronounced enough are left
 * out.
 */
const habits: readonly [
  TraitName,
  (value: number) => boolean,
  told: string,
  rule: string,
][] = [
  ['questions', never, 'You ask no questions.', 'Ask no questions.'],
  ['questions', from(10), 'You ask something back.', 'Ask something back where it fits.'],
  ['first_person', from(40), 'You say “I” or “we”.', 'Speak as “I” or “we”.'],
  ['hedging', from(20), 'You leave room for doubt.', 'Leave room for doubt.'],
  ['exclamations', never, 'You use no exclamation marks.', 'Use no exclamation marks.'],
  [
    'exclamations',
    from(20),
    'You like exclamation marks.',
    'Use an exclamation mark now and then.',
  ],
  ['emoji', never, 'You use no emoji.', 'Use no emoji.'],
  ['emoji', from(0), 'You use an emoji now and then.', 'Use an emoji now and then.'],
  [
    'contractions',
    from(15),
    'You write “don’t” and “it’s”.',
    'Use contractions such as “don’t” and “it’s”.',
  ],
];
const inOrder = new Set<TraitName>([
  'openings',
  'sentence_length',
  ...habits.map(([name]) => name),
]);

function openings({ value, detail }: Trait): Wording | null {
  if (value < often) return null;
  const how = detail.replace(/^.* comments |\.$/g, '');
  const [you, rule] = value < mostly ? ['You often', 'Often'] : ['You mostly', 'Mostly'];
  return { about: openingTopic(how), told: `${you} ${how}.`, rule: `${rule} ${how}.` };
}

/** Openings with “I” or a question are about the same as the habit of that name. */
function openingTopic(how: string): TraitName {
  if (how.includes('“I”')) return 'first_person';
  return how.includes('question') ? 'questions' : 'openings';
}

function lengthKind(words: number): '' | 'short ' | 'long ' {
  if (words <= shortSentence) return 'short ';
  return words >= longSentence ? 'long ' : '';
}

function sentenceLength({ value }: Trait): Wording {
  const kind = lengthKind(value);
  const words = Math.round(value);
  return {
    about: 'sentence_length',
    told: kind
      ? `You write ${kind}sentences: ${words} words.`
      : `Your sentences average ${words} words.`,
    rule: `Write ${kind}sentences of about ${words} words.`,
  };
}

function wordingOf(trait: Trait): Wording | null {
  if (trait.name === 'openings') return openings(trait);
  if (trait.name === 'sentence_length') return sentenceLength(trait);
  const habit = habits.find(([name, holds]) => name === trait.name && holds(trait.value));
  return habit ? { about: habit[0], told: habit[2], rule: habit[3] } : null;
}

export function styleSentences(traits: readonly Trait[]): StyleSentence[] {
  return [...inOrder]
    .flatMap((name) => traits.find((trait) => trait.name === name) ?? [])
    .flatMap((trait) => {
      const wording = wordingOf(trait);
      return wording ? [{ ...wording, quote: trait.quote, detail: trait.detail }] : [];
    })
    .filter(
      ({ about }, index, all) => all.findIndex((each) => each.about === about) === index,
    )
    .slice(0, mostSentences);
}

const shapeOf = (text: string) => text.replace(/\d+/g, '#').toLowerCase();

/** Returns whether two rules are the same except for their numbers. */
export const isSameRule = (one: string, other: string): boolean =>
  shapeOf(one) === shapeOf(other);

function Sentence(props: {
  sentence: StyleSentence;
  isKept: boolean;
  onKeep: (kept: boolean) => void;
}) {
  const { isKept, onKeep } = props;
  const { told, quote, detail } = props.sentence;
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

/** The limit in the API contract. */
const subjectLimit = 100;
const fewestLetters = 6;
const mostSubjects = 5;

const subjectsIn = (text: string): string[] => [
  ...new Set(
    text.split(',').flatMap((part) => beginningOf(part.trim(), subjectLimit) || []),
  ),
];

export function proposedSubjects(
  search: string,
  comments: readonly { content: string }[],
  vocabulary: StyleProfile['vocabulary'],
): string[] {
  const named = videoTopics(comments.map(({ content }) => content).join('\n'), null);
  const words = vocabulary.flatMap(({ word }) =>
    word.length < fewestLetters ? [] : word,
  );
  const isAddress = /^https?:|youtu\.?be/i.test(search);
  const all = [...(isAddress ? [] : subjectsIn(search)), ...named, ...words];
  const isFirst = (subject: string, index: number) =>
    all.findIndex((each) => each.toLowerCase() === subject.toLowerCase()) === index;
  return all.filter(isFirst).slice(0, mostSubjects);
}

interface StyleStepProps {
  state: StepState;
  search: string;
  onSkip: () => void;
  onSaved: () => void;
}

export function StyleStep({ state, search, onSkip, onSaved }: StyleStepProps) {
  const { profile, profileName, styleProfile, rules, own } = useVoice();
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const creating = useCreateActiveProfile();
  const updating = useUpdateVoiceProfile();
  const isPending = creating.isPending || updating.isPending;
  const name = useTyped('first-run.profile-name', profile?.name ?? profileName);
  const sentences = styleSentences(styleProfile?.traits ?? []);
  const areas = profile?.expertiseAreas ?? [];
  const known =
    areas.length > 0
      ? areas
      : proposedSubjects(search, own?.comments ?? [], styleProfile?.vocabulary ?? []);
  const subjects = useTyped('first-run.subjects', known.join(', '));

  const ruleOf = ({ rule }: StyleSentence) =>
    rules.find(({ text }) => isSameRule(text, rule));
  /**
   * Before the first save, all sentences are selected. After it, those whose rules are
   * accepted are.
   */
  const isKept = (sentence: StyleSentence) =>
    chosen[sentence.rule] ??
    (state === 'done' ? ruleOf(sentence)?.status === 'accepted' : true);
  const kept = sentences.filter(isKept);

  async function save() {
    try {
      const { id } = profile ?? (await creating.mutateAsync(name.value));
      const decided = (wanted: boolean) =>
        sentences
          .filter((each) => isKept(each) === wanted)
          .flatMap((each) => ruleOf(each) ?? []);
      const decisions = {
        add: kept.filter((each) => !ruleOf(each)).map(({ rule }) => rule),
        accept: decided(true).flatMap((rule) =>
          rule.status === 'accepted' ? [] : rule.id,
        ),
        drop: decided(false).flatMap((rule) =>
          rule.status === 'accepted' ? rule.id : [],
        ),
      };
      await updating.mutateAsync({
        id,
        body: {
          name: name.value,
          expertiseAreas: subjectsIn(subjects.value),
          rules: decisions,
        },
      });
      name.forget();
      subjects.forget();
      setChosen({});
      onSaved();
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
            value={name.value}
            onValueChange={name.type}
          />
          <Button
            variant={state === 'now' ? 'primary' : 'secondary'}
            disabled={name.value.trim() === ''}
            busy={isPending && 'Saving...'}
            onClick={() => void save()}
          >
            {profile ? 'Update Profile' : 'Create Profile'}
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
              onKeep={(next) =>
                setChosen((before) => ({ ...before, [sentence.rule]: next }))
              }
            />
          ))}
        </ul>
      ) : (
        <p className="border-t border-line py-3 text-muted">
          What your comments show appears here, each habit with the words it is read from.
          What you keep becomes a rule for every draft.
        </p>
      )}
      <div className="mt-auto pt-4">
        <InputField
          label="Your expertise areas"
          help="Two to five, separated by commas. Videos are matched with them."
          value={subjects.value}
          onValueChange={subjects.type}
        />
      </div>
    </Step>
  );
}

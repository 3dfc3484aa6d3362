import type {
  ProposedHabits,
  StyleProfile as StyleProfileData,
  VoiceProfile,
} from '#shared/contracts/voice.ts';
import { mostHabits } from '#shared/contracts/voice-fields.ts';
import {
  styleProfileQuery,
  useProposeHabits,
  useUpdateVoiceProfile,
} from '../../api/voice.ts';
import { Button } from '../../components/ui/button.tsx';
import { Disclosure } from '../../components/ui/choices.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';
import { Loaded, SettingsSection } from './kept-form.tsx';

function Traits({ texts, words, traits }: StyleProfileData) {
  if (texts === 0)
    return (
      <p>Nothing to measure yet. Import your own comments, or approve a few drafts.</p>
    );
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
                <q className="block max-w-measure truncate font-voice text-voice-sm text-muted">
                  {quote}
                </q>
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
      <Disclosure
        className="text-sm"
        summary={`Seen in ${quotes.length} of your comments`}
      >
        <ul className="mt-2 flex flex-col gap-1">
          {quotes.map((quote) => (
            <li key={quote}>
              <q className="block max-w-measure font-voice text-voice-sm break-words">
                {quote}
              </q>
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

/**
 * Shows the habits of a profile, and proposes those that the model finds in the owner's
 * comments.
 */
function Habits({ profile: { id, habits } }: { profile: VoiceProfile }) {
  const proposing = useProposeHabits(id);
  const updating = useUpdateVoiceProfile();
  const proposed = (proposing.data?.habits ?? []).filter(
    ({ text }) => !habits.includes(text),
  );
  const keep = (kept: string[]) => updating.mutate({ id, body: { habits: kept } });
  const hasRoom = habits.length < mostHabits && !updating.isPending;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="text-sm font-medium">Habits</h4>
        <Button
          busy={proposing.isPending && 'Reading...'}
          onClick={() => proposing.mutate()}
        >
          Find My Habits
        </Button>
      </div>
      <p className="max-w-measure text-sm text-muted">
        What your comments do again and again. Each draft shows at least one of those you
        use, {mostHabits} at most.
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
        <ul
          aria-label="Found in your comments"
          className="flex flex-col border-y border-line"
        >
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

export const StyleProfile = ({ profile }: { profile: VoiceProfile }) => (
  <SettingsSection
    title="Style profile"
    help="How you write, counted from your own comments and from the drafts you approved. Each draft is measured against it."
  >
    <Loaded query={styleProfileQuery(profile.id)} what="the style profile" lines={8}>
      {(data) => (
        <>
          <Traits {...data} />
          <Habits profile={profile} />
        </>
      )}
    </Loaded>
  </SettingsSection>
);

import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FormProvider, useController, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import type { UpdateUserSettings, UserSettings } from '#shared/contracts/settings.ts';
import type { VoiceProfile } from '#shared/contracts/voice.ts';
import { FIRST_WEEK_POSTS, postingStatusQuery } from '../../api/posting.ts';
import { tellSettingsFailure, useUpdateUserSettings } from '../../api/settings.ts';
import { Button } from '../../components/ui/button.tsx';
import { InputField, SelectField, SwitchField, TextareaField } from '../../components/ui/form-fields.tsx';
import { formatLongDay, formatNumber } from '../../lib/formats.ts';
import { storedJson } from '../../lib/storage.ts';
import { RestoredNotice, succeeded, useKeptForm } from './kept-form.tsx';

const whole = (min: number, max: number) => {
  const error = `Enter a whole number from ${min} to ${formatNumber(max)}`;
  return z.int({ error }).min(min, error).max(max, error);
};

/** The server's limits (contracts/user-settings), with sentences for the form. */
const generalFormSchema = z.object({
  /** The id as text, or '' for none. */
  activeVoiceProfileId: z.string(),
  autoQueueEnabled: z.boolean(),
  readDrafts: z.boolean(),
  minGapSeconds: whole(0, 86_400),
  dailyCap: whole(1, 200),
  outcomeUnits: whole(0, 5_000),
  channelCooldownHours: whole(0, 8_760),
  skipShorts: z.boolean(),
  morningDrafts: whole(0, 10),
  morningHour: whole(0, 23),
  blockedChannels: z.string().max(65_000),
});
type GeneralForm = z.infer<typeof generalFormSchema>;

function toGeneralForm(settings: UserSettings): GeneralForm {
  return {
    activeVoiceProfileId: settings.activeVoiceProfileId === null ? '' : String(settings.activeVoiceProfileId),
    autoQueueEnabled: settings.autoQueueEnabled,
    readDrafts: settings.readDrafts,
    minGapSeconds: settings.minGapSeconds,
    dailyCap: settings.dailyCap,
    outcomeUnits: settings.outcomeUnits,
    channelCooldownHours: settings.channelCooldownHours,
    skipShorts: settings.skipShorts,
    morningDrafts: settings.morningDrafts,
    morningHour: settings.morningHour,
    blockedChannels: settings.blockedChannels.join('\n'),
  };
}

/** One channel a line; a pasted address is reduced to its id. */
export function parseChannels(text: string): string[] {
  const ids = text
    .split(/[\s,]+/)
    .map((entry) => /\/channel\/([\w-]+)/.exec(entry)?.[1] ?? entry)
    .filter(Boolean);
  return [...new Set(ids)];
}

function toSettingsChange(form: GeneralForm): UpdateUserSettings {
  const { activeVoiceProfileId, blockedChannels, ...rest } = form;
  return {
    ...rest,
    activeVoiceProfileId: activeVoiceProfileId === '' ? null : Number.parseInt(activeVoiceProfileId, 10),
    blockedChannels: parseChannels(blockedChannels),
  };
}

const unsaved = storedJson<Partial<GeneralForm>>(
  'settings-draft',
  generalFormSchema
    .extend({
      minGapSeconds: z.number(),
      dailyCap: z.number(),
      outcomeUnits: z.number(),
      channelCooldownHours: z.number(),
      morningDrafts: z.number(),
      morningHour: z.number(),
    })
    .partial() as z.ZodType<Partial<GeneralForm>>,
);

const resolver = zodResolver(generalFormSchema);

function useGeneralForm(settings: UserSettings) {
  const stored = useMemo(() => toGeneralForm(settings), [settings]);
  const { settle, ...kept } = useKeptForm({ resolver, stored, unsaved });
  return { ...kept, settle: (saved: UserSettings) => settle(toGeneralForm(saved)) };
}

interface Named<Name> {
  name: Name;
  label: string;
  help: string;
}

function Switched({ name, ...texts }: Named<'autoQueueEnabled' | 'readDrafts' | 'skipShorts'>) {
  const { field } = useController<GeneralForm, typeof name>({ name });
  return <SwitchField {...texts} checked={field.value} onCheckedChange={field.onChange} />;
}

type Numbers =
  | 'minGapSeconds'
  | 'dailyCap'
  | 'channelCooldownHours'
  | 'outcomeUnits'
  | 'morningDrafts'
  | 'morningHour';

function NumberField({ name, ...texts }: Named<Numbers>) {
  const { register, formState } = useFormContext<GeneralForm>();
  return (
    <InputField
      {...texts}
      error={formState.errors[name]?.message}
      {...register(name, { valueAsNumber: true })}
      type="number"
      inputMode="numeric"
      className="max-w-32 tabular-nums"
    />
  );
}

interface SettingsFormProps {
  settings: UserSettings;
  profiles: readonly VoiceProfile[];
}

export function SettingsForm({ settings, profiles }: SettingsFormProps) {
  const update = useUpdateUserSettings(tellSettingsFailure);
  const firstWeekEnds = useQuery(postingStatusQuery).data?.firstWeekEndsAt;
  const { form, restored, startOver, settle } = useGeneralForm(settings);

  const save = (values: GeneralForm) =>
    update.mutate(toSettingsChange(values), {
      onSuccess: (saved) => {
        settle(saved);
        succeeded('Settings updated successfully');
      },
    });

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit(save)(event)}
        className="flex flex-col gap-6 border-t border-line pt-6"
      >
        {restored && <RestoredNotice onStartOver={startOver} />}
        <SelectField
          label="Active Voice Profile"
          help="The voice new comments are drafted in."
          {...form.register('activeVoiceProfileId')}
        >
          <option value="">No profile: a neutral voice</option>
          {profiles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Switched
          name="autoQueueEnabled"
          label={`Auto Queue: ${form.watch('autoQueueEnabled') ? 'Enabled' : 'Disabled'}`}
          help="Ticks “Add to review queue” for new drafts."
        />
        <Switched
          name="readDrafts"
          label="Have each draft read a second time"
          help="A second call of the model reads the draft against the material and gives the score. Off, drafts cost half and score at most 60."
        />
        <fieldset className="flex flex-col gap-5">
          <legend className="mb-4 text-lg font-semibold">Fresh</legend>
          <Switched
            name="skipShorts"
            label="Leave out Shorts"
            help="Videos of up to three minutes do not come to Fresh."
          />
          <NumberField
            name="morningDrafts"
            label="Drafts by morning"
            help="So many drafts of the best fresh videos wait in the review queue, marked. Nothing is approved, scheduled or posted. 0 turns it off."
          />
          <NumberField
            name="morningHour"
            label="Hour of the morning"
            help="From 0 to 23, in your time zone."
          />
        </fieldset>
        <fieldset className="flex flex-col gap-5">
          <legend className="mb-4 text-lg font-semibold">Pacing</legend>
          <div className="text-sm text-muted">
            <p>YouTube hides what looks like spam, and many comments in a short time from one account do.</p>
            {firstWeekEnds && (
              <p className="mt-2 text-pending">
                You posted your first comment less than a week ago. Until {formatLongDay(firstWeekEnds)},{' '}
                {FIRST_WEEK_POSTS} posts a day are safer.
              </p>
            )}
          </div>
          <NumberField
            name="minGapSeconds"
            label="Seconds between automatic posts"
            help="Scheduled comments are posted at least this far apart. 0 turns it off."
          />
          <NumberField
            name="dailyCap"
            label="Posts per day"
            help="All posts count, also those made by hand. The day ends at midnight in your time zone."
          />
          <NumberField
            name="channelCooldownHours"
            label="Hours between posts on one channel"
            help="0 only warns about comments of the last seven days."
          />
          <NumberField
            name="outcomeUnits"
            label="Daily quota for what became of comments"
            help="Of YouTube’s daily quota: whether comments are seen, their likes and their replies. What scheduled comments need is kept first. 0 turns it off."
          />
          <TextareaField
            label="Blocked channels"
            help="One channel ID or channel address per line. Nothing is drafted or posted there."
            error={form.formState.errors.blockedChannels?.message}
            {...form.register('blockedChannels')}
            rows={3}
            spellCheck={false}
          />
        </fieldset>
        <div>
          <Button variant="primary" type="submit" disabled={update.isPending}>
            {update.isPending ? 'Saving...' : 'Save Settings'}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

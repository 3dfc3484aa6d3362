import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FormProvider, useController, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import {
  type UpdateUserSettings,
  type UserSettings,
  updateUserSettingsSchema,
} from '#shared/contracts/settings.ts';
import type { VoiceProfile } from '#shared/contracts/voice.ts';
import { FIRST_WEEK_POSTS, postingStatusQuery } from '../../api/posting.ts';
import { useUpdateUserSettings } from '../../api/settings.ts';
import { Button } from '../../components/ui/button.tsx';
import { InputField, SelectField, SwitchField, TextareaField } from '../../components/ui/form-fields.tsx';
import { formatLongDay, formatNumber } from '../../lib/formats.ts';
import { storedJson } from '../../lib/storage.ts';
import { RestoredNotice, succeeded, useKeptForm } from './kept-form.tsx';

/** The numbers in words; their limits are the server’s. */
const NUMBERS = {
  morningDrafts: [
    'Drafts by morning',
    'So many drafts of the best fresh videos wait in the review queue, marked. Nothing is approved, scheduled or posted. 0 turns it off.',
  ],
  morningHour: ['Hour of the morning', 'From 0 to 23, in your time zone.'],
  minGapSeconds: [
    'Seconds between automatic posts',
    'Scheduled comments are posted at least this far apart. 0 turns it off.',
  ],
  dailyCap: [
    'Posts per day',
    'All posts count, also those made by hand. The day ends at midnight in your time zone.',
  ],
  channelCooldownHours: [
    'Hours between posts on one channel',
    '0 only warns about comments of the last seven days.',
  ],
  outcomeUnits: [
    'Daily quota for what became of comments',
    'Of YouTube’s daily quota: whether comments are seen, their likes and their replies. What scheduled comments need is kept first. 0 turns it off.',
  ],
} as const;
type NumberName = keyof typeof NUMBERS;
type NumberSchema = z.ZodType<number, number>;

const numbers = (schemaOf: (name: NumberName) => NumberSchema) =>
  Object.fromEntries((Object.keys(NUMBERS) as NumberName[]).map((name) => [name, schemaOf(name)])) as Record<
    NumberName,
    NumberSchema
  >;

function whole(name: NumberName): NumberSchema {
  const { minValue: min, maxValue: max } = updateUserSettingsSchema.shape[name].unwrap();
  const error = `Enter a whole number from ${min} to ${formatNumber(Number(max))}`;
  return z.int({ error }).min(Number(min), error).max(Number(max), error);
}

/** Unfinished, as it is kept while it is typed. */
const typedSchema = z.object({
  /** The id as text, or '' for none. */
  activeVoiceProfileId: z.string(),
  autoQueueEnabled: z.boolean(),
  readDrafts: z.boolean(),
  skipShorts: z.boolean(),
  blockedChannels: z.string().max(65_000),
  ...numbers(() => z.number()),
});
type GeneralForm = z.infer<typeof typedSchema>;

const resolver = zodResolver(typedSchema.extend(numbers(whole)));
const unsaved = storedJson<Partial<GeneralForm>>(
  'settings-draft',
  typedSchema.partial() as z.ZodType<Partial<GeneralForm>>,
);

const toGeneralForm = (settings: UserSettings): GeneralForm =>
  typedSchema.parse({
    ...settings,
    activeVoiceProfileId: String(settings.activeVoiceProfileId ?? ''),
    blockedChannels: settings.blockedChannels.join('\n'),
  });

/** One channel a line; a pasted address is reduced to its id. */
export function parseChannels(text: string): string[] {
  const ids = text
    .split(/[\s,]+/)
    .map((entry) => /\/channel\/([\w-]+)/.exec(entry)?.[1] ?? entry)
    .filter(Boolean);
  return [...new Set(ids)];
}

const toSettingsChange = (form: GeneralForm): UpdateUserSettings => ({
  ...form,
  activeVoiceProfileId: form.activeVoiceProfileId === '' ? null : Number(form.activeVoiceProfileId),
  blockedChannels: parseChannels(form.blockedChannels),
});

type Switches = 'autoQueueEnabled' | 'readDrafts' | 'skipShorts';

function Switched({ name, ...texts }: { name: Switches; label: string; help: string }) {
  const { field } = useController<GeneralForm, Switches>({ name });
  return <SwitchField {...texts} checked={field.value} onCheckedChange={field.onChange} />;
}

function NumberField({ name }: { name: NumberName }) {
  const { register, formState } = useFormContext<GeneralForm>();
  const [label, help] = NUMBERS[name];
  return (
    <InputField
      {...{ label, help }}
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
  const update = useUpdateUserSettings();
  const firstWeekEnds = useQuery(postingStatusQuery).data?.firstWeekEndsAt;
  const stored = useMemo(() => toGeneralForm(settings), [settings]);
  const { form, restored, startOver, settle } = useKeptForm({ resolver, stored, unsaved });

  const save = (values: GeneralForm) =>
    update.mutate(toSettingsChange(values), {
      onSuccess: (saved) => {
        settle(toGeneralForm(saved));
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
          options={[
            ['', 'No profile: a neutral voice'],
            ...profiles.map(({ id, name }) => [id, name] as const),
          ]}
          {...form.register('activeVoiceProfileId')}
        />
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
          <NumberField name="morningDrafts" />
          <NumberField name="morningHour" />
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
          <NumberField name="minGapSeconds" />
          <NumberField name="dailyCap" />
          <NumberField name="channelCooldownHours" />
          <NumberField name="outcomeUnits" />
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

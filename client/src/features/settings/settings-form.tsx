import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FormProvider, useController, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import type { UserSettings } from '#shared/contracts/settings.ts';
import type { VoiceProfile } from '#shared/contracts/voice.ts';
import { FIRST_WEEK_POSTS, postingStatusQuery } from '../../api/posting.ts';
import { useUpdateUserSettings } from '../../api/settings.ts';
import { Button } from '../../components/ui/button.tsx';
import {
  InputField,
  SelectField,
  SwitchField,
  TextareaField,
} from '../../components/ui/form-fields.tsx';
import { formatLongDay, formatNumber } from '../../lib/formats.ts';
import { viewersZone, ZONE_EVERYWHERE } from '../../lib/time-zone.ts';
import { changedIn, RestoredNotice, succeeded, useKeptForm } from './kept-form.tsx';

const NUMBERS = {
  morningDrafts: {
    max: 10,
    label: 'Drafts by morning',
    help: 'How many drafts to prepare each morning from the best new videos. They wait, marked, in the review queue; nothing is approved, scheduled or posted. 0 turns it off.',
  },
  morningHour: {
    max: 23,
    label: 'Hour of the morning',
    help: 'From 0 to 23, in your time zone.',
  },
  minGapSeconds: {
    max: 86_400,
    label: 'Seconds between automatic posts',
    help: 'Scheduled comments are posted at least this far apart. 0 turns it off.',
  },
  dailyCap: {
    min: 1,
    max: 200,
    label: 'Posts per day',
    help: 'All posts count, also those made by hand. The day ends at midnight in your time zone.',
  },
  channelCooldownHours: {
    max: 8_760,
    label: 'Hours between posts on one channel',
    help: '0: no limit, only a warning for seven days.',
  },
  outcomeUnits: {
    max: 5_000,
    label: 'Daily quota for checking results',
    help: 'The most of YouTube’s units a day for checking whether your comments are visible, their likes and their replies. What scheduled comments need is kept first. 0 turns the checks off.',
  },
};
type NumberName = keyof typeof NUMBERS;
type NumberSetting = { min?: number; max: number };

/** Validates the server's limits, with error messages for the form. */
function whole({ min = 0, max }: NumberSetting): z.ZodType<number, number> {
  const error = `Enter a whole number from ${min} to ${formatNumber(max)}`;
  return z.int({ error }).min(min, error).max(max, error);
}

const numbers = (schemaOf: (setting: NumberSetting) => z.ZodType<number, number>) =>
  Object.fromEntries(
    Object.entries(NUMBERS).map(([name, setting]) => [name, schemaOf(setting)]),
  ) as Record<NumberName, z.ZodType<number, number>>;

/** The form while it is edited and stored in the browser, valid or not. */
const typedSchema = z.object({
  /** The id as text, or '' for none. */
  activeVoiceProfileId: z.string(),
  /** '' as long as the server knows no time zone. */
  timeZone: z.string(),
  autoQueueEnabled: z.boolean(),
  readDrafts: z.boolean(),
  skipShorts: z.boolean(),
  blockedChannels: z.string().max(65_000, 'Enter at most 65,000 characters'),
  ...numbers(() => z.number()),
});
type GeneralForm = z.infer<typeof typedSchema>;

const resolver = zodResolver(typedSchema.extend(numbers(whole)));

const toGeneralForm = (settings: UserSettings): GeneralForm =>
  typedSchema.parse({
    ...settings,
    activeVoiceProfileId: String(settings.activeVoiceProfileId ?? ''),
    timeZone: settings.timeZone ?? '',
    blockedChannels: settings.blockedChannels.join('\n'),
  });

/** Reads one channel per line. A pasted address is reduced to the channel's id. */
function parseChannels(text: string): string[] {
  const ids = text
    .split(/[\s,]+/)
    .map((entry) => /\/channel\/([\w-]+)/.exec(entry)?.[1] ?? entry)
    .filter(Boolean);
  return [...new Set(ids)];
}

const toSettingsChange = ({
  activeVoiceProfileId,
  timeZone,
  blockedChannels,
  ...same
}: Partial<GeneralForm>) => ({
  ...same,
  ...(timeZone && { timeZone }),
  ...(activeVoiceProfileId !== undefined && {
    activeVoiceProfileId: Number(activeVoiceProfileId) || null,
  }),
  ...(blockedChannels !== undefined && {
    blockedChannels: parseChannels(blockedChannels),
  }),
});

type Switches = 'autoQueueEnabled' | 'readDrafts' | 'skipShorts';

function Switched({ name, ...texts }: { name: Switches; label: string; help: string }) {
  const { field } = useController<GeneralForm, Switches>({ name });
  return (
    <SwitchField {...texts} checked={field.value} onCheckedChange={field.onChange} />
  );
}

function NumberField({ name }: { name: NumberName }) {
  const { register, formState } = useFormContext<GeneralForm>();
  const { label, help } = NUMBERS[name];
  return (
    <InputField
      label={label}
      help={help}
      error={formState.errors[name]?.message}
      {...register(name, { valueAsNumber: true })}
      type="number"
      inputMode="numeric"
      className="max-w-32 tabular-nums"
    />
  );
}

/**
 * Returns all time zones that this browser knows, and the server's own, which may be an
 * alias of one of them.
 */
function zoneChoices(stored: string): (readonly [string, string])[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? [];
  const zones = [...new Set([...known, viewersZone(), ZONE_EVERYWHERE, stored])]
    .filter(Boolean)
    .sort();
  const choices = zones.map((zone) => [zone, zone.replaceAll('_', ' ')] as const);
  return stored === '' ? [['', 'Not known yet'], ...choices] : choices;
}

function TimeZoneField({ stored }: { stored: string }) {
  const { register } = useFormContext<GeneralForm>();
  const choices = useMemo(() => zoneChoices(stored), [stored]);
  const here = viewersZone();
  const isElsewhere = stored !== '' && stored !== here;
  return (
    <SelectField
      label="Time zone"
      help={`Posting slots, the daily limit, quiet hours and the hour of the morning follow it.${
        isElsewhere ? ` This browser is in ${here}.` : ''
      }`}
      options={choices}
      {...register('timeZone')}
    />
  );
}

export function SettingsForm({
  settings,
  profiles,
}: {
  settings: UserSettings;
  profiles: readonly VoiceProfile[];
}) {
  const update = useUpdateUserSettings();
  const firstWeekEnds = useQuery(postingStatusQuery).data?.firstWeekEndsAt;
  const stored = useMemo(() => toGeneralForm(settings), [settings]);
  const { form, restored, startOver, settle } = useKeptForm({
    name: 'settings-draft',
    resolver,
    stored,
  });

  const save = (values: GeneralForm) =>
    update.mutate(toSettingsChange(changedIn(values, stored)), {
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
          help="A second call of the model reads the draft against the material and gives the score. When off, drafts cost about half and score at most 60."
        />
        <TimeZoneField stored={stored.timeZone} />
        <fieldset className="flex flex-col gap-5">
          <legend className="mb-4 text-lg font-semibold">Fresh</legend>
          <Switched
            name="skipShorts"
            label="Leave out Shorts"
            help="Videos of up to three minutes are left out of Fresh."
          />
          <NumberField name="morningDrafts" />
          <NumberField name="morningHour" />
        </fieldset>
        <fieldset className="flex flex-col gap-5">
          <legend className="mb-4 text-lg font-semibold">Pacing</legend>
          <div className="text-sm text-muted">
            <p>
              YouTube hides what looks like spam, and many comments in a short time from
              one account do.
            </p>
            {firstWeekEnds && stored.dailyCap > FIRST_WEEK_POSTS && (
              <p className="mt-2 text-pending">
                You posted your first comment less than a week ago. Until{' '}
                {formatLongDay(firstWeekEnds)}, post at most {FIRST_WEEK_POSTS} comments a
                day. That is our advice, not a limit: yours is {stored.dailyCap} a day,
                under Posts per day.
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
          <Button variant="primary" type="submit" busy={update.isPending && 'Saving...'}>
            Save Settings
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { z } from 'zod';
import type { UserSettings } from '#shared/contracts/user-settings.ts';
import { storedJson } from '../../../lib/storage.ts';
import { useKeptForm } from '../use-kept-form.ts';
import { type GeneralForm, generalFormSchema, toGeneralForm } from './general-form.ts';

const unsaved = storedJson<Partial<GeneralForm>>(
  'settings-draft',
  generalFormSchema
    .extend({
      minGapSeconds: z.number(),
      dailyCap: z.number(),
      outcomeUnits: z.number(),
      channelCooldownHours: z.number(),
    })
    .partial() as z.ZodType<Partial<GeneralForm>>,
);

const resolver = zodResolver(generalFormSchema);

export function useGeneralForm(settings: UserSettings) {
  const stored = useMemo(() => toGeneralForm(settings), [settings]);
  const { settle, ...kept } = useKeptForm({ resolver, stored, unsaved });
  return { ...kept, settle: (saved: UserSettings) => settle(toGeneralForm(saved)) };
}

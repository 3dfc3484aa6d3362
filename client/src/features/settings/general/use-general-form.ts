import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { UserSettings } from '#shared/contracts/user-settings.ts';
import { storedJson } from '../../../lib/storage.ts';
import { type GeneralForm, generalFormSchema, toGeneralForm } from './general-form.ts';

/** Keeps only the changed fields, invalid ones too; the others follow the server. */
const draft = storedJson(
  'settings-draft',
  generalFormSchema
    .extend({ minGapSeconds: z.number(), dailyCap: z.number(), channelCooldownHours: z.number() })
    .partial(),
);

type Entry = [keyof GeneralForm, GeneralForm[keyof GeneralForm]];

const changedIn = (values: Readonly<Record<string, unknown>>, stored: GeneralForm) =>
  (Object.entries(values) as Entry[]).filter(
    ([name, value]) => value !== stored[name] && !Number.isNaN(value),
  );

/** Keeps unsaved edits across tabs, pages and reloads (rule 2.20). */
export function useGeneralForm(settings: UserSettings) {
  const stored = useMemo(() => toGeneralForm(settings), [settings]);
  const [typed] = useState(() => changedIn(draft.read() ?? {}, stored));
  const [restored, setRestored] = useState(typed.length > 0);
  const form = useForm<GeneralForm>({
    resolver: zodResolver(generalFormSchema),
    values: stored,
    // A refresh must not overwrite unsaved edits.
    resetOptions: { keepDirtyValues: true },
  });

  useEffect(() => {
    for (const [name, value] of typed) form.setValue(name, value, { shouldDirty: true });
  }, [form, typed]);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          // Only typing names a field; a refresh does not.
          if (!name) return;
          const changed = changedIn(values, stored);
          if (changed.length > 0) draft.write(Object.fromEntries(changed));
          else draft.remove();
        },
      }),
    [form, stored],
  );

  const startFrom = (values: GeneralForm) => {
    form.reset(values, { keepDirtyValues: false });
    draft.remove();
    setRestored(false);
  };

  return {
    form,
    /** Whether unsaved edits of an earlier visit are shown. */
    restored,
    startOver: () => startFrom(stored),
    settle: (saved: UserSettings) => startFrom(toGeneralForm(saved)),
  };
}

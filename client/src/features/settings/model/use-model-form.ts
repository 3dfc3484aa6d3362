import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import type { z } from 'zod';
import type { ModelSettings } from '#shared/contracts/model-settings.ts';
import { storedJson } from '../../../lib/storage.ts';
import { useKeptForm } from '../use-kept-form.ts';
import { type ModelForm, modelFields, modelFormSchema, toModelForm } from './model-form.ts';

const unsaved = storedJson<Partial<ModelForm>>(
  'model-draft',
  modelFields.partial() as z.ZodType<Partial<ModelForm>>,
);

export const hasUnsavedModel = (): boolean => unsaved.read() !== null;

const resolver = zodResolver(modelFormSchema);

export function useModelForm(settings: ModelSettings) {
  const stored = useMemo(() => toModelForm(settings), [settings]);
  const { settle, ...kept } = useKeptForm({ resolver, stored, unsaved });
  return { ...kept, stored, settle: (saved: ModelSettings) => settle(toModelForm(saved)) };
}

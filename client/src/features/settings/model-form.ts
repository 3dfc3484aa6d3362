import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { z } from 'zod';
import {
  addressProblem,
  type ModelKind,
  type ModelSettings,
  modelAddress,
  modelKinds,
  smallestWindow,
  usualAddresses,
  usualLargestWindow,
} from '#shared/contracts/settings.ts';
import type { AskedModel, AskedServer } from '../../api/settings.ts';
import { storedJson } from '../../lib/storage.ts';
import { useKeptForm } from './kept-form.tsx';

/** The key is not among them: what is typed there is never stored in the browser. */
export const modelFields = z.object({
  kind: z.enum(modelKinds),
  baseUrl: z.string(),
  model: z.string(),
  /** Tokens; empty where the server is believed. */
  contextWindow: z.string(),
  thinksFirst: z.enum(['', 'yes', 'no']),
  largestWindow: z.string(),
});

const isSize = (text: string) => /^\d+$/.test(text.trim()) && Number(text) >= smallestWindow;
const sizeProblem = 'Give a number of tokens, 1,024 or more';

const modelFormSchema = modelFields.superRefine(
  ({ kind, baseUrl, model, contextWindow, largestWindow }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (contextWindow.trim() !== '' && !isSize(contextWindow)) refuse('contextWindow', sizeProblem);
    if (!isSize(largestWindow)) refuse('largestWindow', sizeProblem);
    const problem = kind === 'openai' ? null : addressProblem(modelAddress(baseUrl));
    if (problem) refuse('baseUrl', `The address ${problem}`);
    if (model.trim() === '') refuse('model', 'Choose a model');
  },
);
export type ModelForm = z.infer<typeof modelFormSchema>;

const openAiModel = 'gpt-6-luna';

export const formFor = (kind: ModelKind): ModelForm => ({
  kind,
  baseUrl: usualAddresses[kind] ?? '',
  model: kind === 'openai' ? openAiModel : '',
  contextWindow: '',
  thinksFirst: '',
  largestWindow: String(usualLargestWindow),
});

const toModelForm = ({
  source,
  kind,
  baseUrl,
  model,
  contextWindow,
  thinksFirst,
  largestWindow,
}: ModelSettings): ModelForm =>
  source === 'settings' || source === 'environment'
    ? {
        kind,
        baseUrl,
        model,
        contextWindow: String(contextWindow ?? ''),
        thinksFirst: thinksFirst === null ? '' : thinksFirst ? 'yes' : 'no',
        largestWindow: String(largestWindow),
      }
    : formFor('openai');

export const toAskedServer = ({ kind, baseUrl }: ModelForm, key: string): AskedServer => ({
  kind,
  ...(kind !== 'openai' && { baseUrl }),
  ...(key !== '' && { key }),
});

/** What was not touched stays as it was for this model. */
export function toAskedModel(form: ModelForm, key: string, stored: ModelForm): AskedModel {
  const { contextWindow, thinksFirst, largestWindow } = form;
  return {
    ...toAskedServer(form, key),
    model: form.model.trim(),
    ...(contextWindow !== stored.contextWindow && {
      contextWindow: contextWindow.trim() === '' ? null : Number(contextWindow),
    }),
    ...(thinksFirst !== stored.thinksFirst && {
      thinksFirst: thinksFirst === '' ? null : thinksFirst === 'yes',
    }),
    ...(largestWindow !== stored.largestWindow && { largestWindow: Number(largestWindow) }),
  };
}

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

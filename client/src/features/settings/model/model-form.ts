import { z } from 'zod';
import {
  type ModelKind,
  type ModelSettings,
  modelKinds,
  usualAddresses,
} from '#shared/contracts/model-settings.ts';
import { addressProblem, modelAddress } from '#shared/rules/model-address.ts';
import type { AskedModel, AskedServer } from '../../../api/model-settings.ts';

/** The key is not among them: what is typed there is never stored in the browser. */
export const modelFormSchema = z
  .object({ kind: z.enum(modelKinds), baseUrl: z.string(), model: z.string() })
  .superRefine(({ kind, baseUrl, model }, context) => {
    const problem = kind === 'openai' ? null : addressProblem(modelAddress(baseUrl));
    if (problem) context.addIssue({ code: 'custom', path: ['baseUrl'], message: `The address ${problem}` });
    if (model.trim() === '') context.addIssue({ code: 'custom', path: ['model'], message: 'Choose a model' });
  });
export type ModelForm = z.infer<typeof modelFormSchema>;

const openAiModel = 'gpt-6-luna';

export const formFor = (kind: ModelKind): ModelForm => ({
  kind,
  baseUrl: usualAddresses[kind] ?? '',
  model: kind === 'openai' ? openAiModel : '',
});

export const toModelForm = ({ source, kind, baseUrl, model }: ModelSettings): ModelForm =>
  source === 'settings' || source === 'environment' ? { kind, baseUrl, model } : formFor('openai');

export const toAskedServer = ({ kind, baseUrl }: ModelForm, key: string): AskedServer => ({
  kind,
  ...(kind !== 'openai' && { baseUrl }),
  ...(key !== '' && { key }),
});

export const toAskedModel = (form: ModelForm, key: string): AskedModel => ({
  ...toAskedServer(form, key),
  model: form.model.trim(),
});

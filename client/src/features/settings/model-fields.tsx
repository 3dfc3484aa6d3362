import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import {
  addressProblem,
  type ModelKind,
  type ModelSettings,
  type ModelTest,
  modelAddress,
  modelKinds,
  type SeenOfModel,
  smallestWindow,
  usualAddresses,
  usualLargestWindow,
} from '#shared/contracts/settings.ts';
import { shownModel } from '#shared/rules/format.ts';
import { errorText } from '../../api/http.ts';
import {
  type AskedModel,
  type AskedServer,
  useForgetLearned,
  useListModels,
  type useTestModel,
} from '../../api/settings.ts';
import { CommentText } from '../../components/comment-state.tsx';
import { Button, Input, Skeleton, StateDot } from '../../components/ui/button.tsx';
import { Disclosure, Facts } from '../../components/ui/choices.tsx';
import { Field, InputField, SelectField } from '../../components/ui/form-fields.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';
import { isUnsaved, setBy, succeeded, useKeptForm } from './kept-form.tsx';

const modelFields = z.object({
  kind: z.enum(modelKinds),
  baseUrl: z.string(),
  /** Never stored in the browser. */
  key: z.string(),
  model: z.string(),
  /** In tokens; empty to use what the server says. */
  contextWindow: z.string(),
  thinksFirst: z.enum(['', 'yes', 'no']),
  largestWindow: z.string(),
});

const isSize = (text: string) =>
  /^\d+$/.test(text.trim()) && Number(text) >= smallestWindow;
const sizeProblem = 'Give a number of tokens, 1,024 or more';

const modelFormSchema = modelFields.superRefine(
  ({ kind, baseUrl, model, contextWindow, largestWindow }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (contextWindow.trim() !== '' && !isSize(contextWindow))
      refuse('contextWindow', sizeProblem);
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
  key: '',
  model: kind === 'openai' ? openAiModel : '',
  contextWindow: '',
  thinksFirst: '',
  largestWindow: String(usualLargestWindow),
});

function thinksFirstChoice(thinksFirst: boolean | null): ModelForm['thinksFirst'] {
  if (thinksFirst === null) return '';
  return thinksFirst ? 'yes' : 'no';
}

function toModelForm(settings: ModelSettings): ModelForm {
  const { source, kind, baseUrl, model, contextWindow, thinksFirst, largestWindow } =
    settings;
  if (source !== 'settings' && source !== 'environment') return formFor('openai');
  return {
    kind,
    baseUrl,
    key: '',
    model,
    contextWindow: String(contextWindow ?? ''),
    thinksFirst: thinksFirstChoice(thinksFirst),
    largestWindow: String(largestWindow),
  };
}

const toAskedServer = ({ kind, baseUrl, key }: ModelForm): AskedServer => ({
  kind,
  ...(kind !== 'openai' && { baseUrl }),
  ...(key !== '' && { key }),
});

/** Omits fields that were not changed, so that they stay as they were for this model. */
export function toAskedModel(form: ModelForm, stored: ModelForm): AskedModel {
  const { contextWindow, thinksFirst, largestWindow } = form;
  return {
    ...toAskedServer(form),
    model: form.model.trim(),
    ...(contextWindow !== stored.contextWindow && {
      contextWindow: contextWindow.trim() === '' ? null : Number(contextWindow),
    }),
    ...(thinksFirst !== stored.thinksFirst && {
      thinksFirst: thinksFirst === '' ? null : thinksFirst === 'yes',
    }),
    ...(largestWindow !== stored.largestWindow && {
      largestWindow: Number(largestWindow),
    }),
  };
}

const FORM = 'model-draft';

export const hasUnsavedModel = (): boolean => isUnsaved(FORM);

const resolver = zodResolver(modelFormSchema);

export function useModelForm(settings: ModelSettings) {
  const stored = useMemo(() => toModelForm(settings), [settings]);
  const { settle, ...kept } = useKeptForm({
    name: FORM,
    resolver,
    stored,
    secret: 'key',
  });
  return {
    ...kept,
    stored,
    settle: (saved: ModelSettings) => settle(toModelForm(saved)),
  };
}

const NAME = 'The name that the server uses for the model.';
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const thinkingWords = { none: 'No', off: 'Switched off', on: 'Yes' };

function Result({ test }: { test: ModelTest }) {
  const { model, text, milliseconds, server, window, possibleWindow, shortfalls } = test;
  const possible = possibleWindow
    ? ` loaded, ${formatNumber(possibleWindow)} possible`
    : '';
  const facts = [
    ['Server', server],
    ['Window', `${formatNumber(window)} tokens${possible}`],
    ['Longest transcript', `${formatNumber(test.transcriptMinutes)} minutes of talk`],
    ['Reasons first', thinkingWords[test.thinking]],
    ['Structured answers', test.structured ? 'Yes' : 'No'],
    [
      'First word after',
      test.firstWordMs === null ? 'All at once' : seconds(test.firstWordMs),
    ],
    [
      'Words a second',
      test.wordsPerSecond === null ? '–' : test.wordsPerSecond.toFixed(1),
    ],
  ] as const;
  return (
    <>
      <p className="text-sm text-muted">
        A draft by {shownModel(model)}, made in {seconds(milliseconds)}. It is not kept.
      </p>
      <CommentText>{text}</CommentText>
      <Facts
        facts={facts}
        className="grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm tabular-nums"
      />
      {shortfalls.length > 0 && (
        <ul aria-label="What falls short" className="flex flex-col gap-1 text-sm">
          {shortfalls.map((sentence) => (
            <li key={sentence} className="flex items-baseline gap-2 wrap-anywhere">
              <StateDot tone="pending" />
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Takes up its space at the press, so that nothing moves when the result arrives. */
export function ModelTrial({ trial }: { trial: ReturnType<typeof useTestModel> }) {
  if (trial.isIdle) return null;
  return (
    <div role="status" className="flex min-h-60 flex-col gap-3 border-t border-line pt-4">
      {trial.isPending && (
        <>
          <p className="text-sm text-muted">
            Drafting for a video about code reviews, in your active voice…
          </p>
          <Skeleton className="h-24" />
        </>
      )}
      {trial.isError && (
        <p className="text-failed">
          {errorText(trial.error, 'The model could not be tested')}
        </p>
      )}
      {trial.data && <Result test={trial.data} />}
    </div>
  );
}

function learnedOf(seen: SeenOfModel): string[] {
  const learned: string[] = [];
  if (seen.namedWindow !== null)
    learned.push(`its server named a window of ${formatNumber(seen.namedWindow)} tokens`);
  if (seen.hasThought) learned.push('it thinks before it answers');
  if (seen.withoutSystemRole)
    learned.push(
      'it takes no system message, so the instructions go into the user message',
    );
  if (seen.needsThinking)
    learned.push('it answers in the right form only when it may think');
  return learned;
}

/**
 * Shows what was learned from the model's responses. It
 * is used unless the owner or the server says otherwise.
 */
function Learned({ seen }: { seen: SeenOfModel }) {
  const forgetting = useForgetLearned();
  const learned = learnedOf(seen);
  if (learned.length === 0) return null;
  const forget = () =>
    forgetting.mutate(undefined, {
      onSuccess: () => succeeded('What was learned is forgotten'),
    });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-64 text-sm text-muted">
        Learned from its answers: {learned.join('; ')}.
      </p>
      <Button disabled={forgetting.isPending} onClick={forget}>
        Forget
      </Button>
    </div>
  );
}

interface ModelSizeProps {
  form: UseFormReturn<ModelForm>;
  kind: ModelKind;
  /** Null if this is not the model in use. */
  seen: SeenOfModel | null;
}

/**
 * Fields for what the owner may know better than the server. Open
 * if one of them is set or invalid, or if something was learned.
 */
export function ModelSize({ form, kind, seen }: ModelSizeProps) {
  const { errors } = form.formState;
  const [contextWindow, thinksFirst] = form.watch(['contextWindow', 'thinksFirst']);
  const isLearned = seen !== null && learnedOf(seen).length > 0;
  const isSet = contextWindow !== '' || thinksFirst !== '' || isLearned;
  const size = (name: 'contextWindow' | 'largestWindow', label: string, help: string) => (
    <InputField
      label={label}
      help={help}
      error={errors[name]?.message}
      {...form.register(name)}
      inputMode="numeric"
      autoComplete="off"
      placeholder={name === 'contextWindow' ? 'Detected from the server' : ''}
      className="max-w-60"
    />
  );
  return (
    <Disclosure
      summary="Window and thinking"
      {...((isSet || errors.contextWindow || errors.largestWindow) && { open: true })}
    >
      <div className="mt-4 flex flex-col gap-5">
        {size(
          'contextWindow',
          'Context window',
          'Tokens that the model is loaded with. Leave it empty, and Chime In asks the server.',
        )}
        {kind === 'ollama' &&
          size(
            'largestWindow',
            'Largest window',
            'Ollama loads the model with as many tokens as a draft needs, up to this number. More tokens take more memory.',
          )}
        <SelectField
          label="Reasoning model"
          help="A reasoning model gets more room for its answers. Where the server allows, Chime In asks it not to reason."
          options={Object.entries({ '': 'Detect', yes: 'Yes', no: 'No' })}
          {...form.register('thinksFirst')}
          className="max-w-60"
        />
        {seen && <Learned seen={seen} />}
      </div>
    </Disclosure>
  );
}

interface ModelNameProps {
  form: UseFormReturn<ModelForm>;
  fixedBy: string | null;
  listed: readonly string[];
  onListed: (models: readonly string[]) => void;
}

export function ModelNameField({ form, fixedBy, listed, onListed }: ModelNameProps) {
  const id = useId();
  const listing = useListModels();
  const list = () =>
    listing.mutate(toAskedServer(form.getValues()), {
      onSuccess: ({ models }) => onListed(models),
    });
  const count = listed.length
    ? `${counted(listed.length, 'model')} to choose from.`
    : NAME;
  const failure = listing.isError
    ? errorText(listing.error, 'Failed to list the models')
    : undefined;
  const error = form.formState.errors.model?.message ?? failure;
  return (
    <Field label="Model" help={setBy(fixedBy, count)} error={error}>
      {(attributes) => (
        <div className="flex gap-2">
          <Input
            {...attributes}
            {...form.register('model')}
            list={id}
            autoComplete="off"
            spellCheck={false}
            placeholder="qwen3:8b"
            readOnly={fixedBy !== null}
          />
          <datalist id={id}>
            {listed.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          {!fixedBy && (
            <Button busy={listing.isPending && 'Asking…'} onClick={list}>
              List Models
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

import type { UseFormReturn } from 'react-hook-form';
import type { ModelKind } from '#shared/contracts/model-settings.ts';
import { Disclosure } from '../../../components/ui/choices.tsx';
import { Field, Input, Select } from '../../../components/ui/fields.tsx';
import type { ModelForm } from './model-form.ts';

/** What the person knows better than the server. Open where something of it is set or wrong. */
export function ModelSize({ form, kind }: { form: UseFormReturn<ModelForm>; kind: ModelKind }) {
  const { errors } = form.formState;
  const [contextWindow, thinksFirst] = form.watch(['contextWindow', 'thinksFirst']);
  const isSet = contextWindow !== '' || thinksFirst !== '';
  return (
    <Disclosure
      summary="Window and thinking"
      {...((isSet || errors.contextWindow || errors.largestWindow) && { open: true })}
    >
      <div className="mt-4 flex flex-col gap-5">
        <Field
          label="Context window"
          help="Tokens that the model is loaded with. Empty: Chime In asks its server."
          error={errors.contextWindow?.message}
        >
          {(attributes) => (
            <Input
              {...attributes}
              {...form.register('contextWindow')}
              inputMode="numeric"
              autoComplete="off"
              placeholder="Asked of the server"
              className="max-w-60"
            />
          )}
        </Field>
        {kind === 'ollama' && (
          <Field
            label="Largest window"
            help="Ollama loads the model with as many tokens as a draft needs, and at most with these: more takes more memory."
            error={errors.largestWindow?.message}
          >
            {(attributes) => (
              <Input
                {...attributes}
                {...form.register('largestWindow')}
                inputMode="numeric"
                autoComplete="off"
                className="max-w-60"
              />
            )}
          </Field>
        )}
        <Field
          label="This model thinks first"
          help="Then its answers get room for that. Chime In asks it not to think where the server can."
        >
          {(attributes) => (
            <Select {...attributes} {...form.register('thinksFirst')} className="max-w-60">
              <option value="">Find out</option>
              <option value="yes">Yes</option>
              <option value="no">No</option>
            </Select>
          )}
        </Field>
      </div>
    </Disclosure>
  );
}

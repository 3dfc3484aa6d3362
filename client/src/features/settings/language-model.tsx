import { Search } from 'lucide-react';
import { useState } from 'react';
import {
  type FoundServer,
  type ModelKind,
  type ModelSettings,
  modelKindLabels,
} from '#shared/contracts/settings.ts';
import { shownModel } from '#shared/rules/format.ts';
import { errorText } from '../../api/http.ts';
import {
  type AskedModel,
  modelSettingsQuery,
  useConnectModel,
  useDisconnectModel,
  useFindServers,
  useTestModel,
} from '../../api/settings.ts';
import { Button } from '../../components/ui/button.tsx';
import { InputField, SelectField } from '../../components/ui/form-fields.tsx';
import { counted } from '../../lib/formats.ts';
import { Loaded, RestoredNotice, setBy, succeeded } from './kept-form.tsx';
import {
  formFor,
  hasUnsavedModel,
  type ModelForm,
  ModelNameField,
  ModelSize,
  ModelTrial,
  toAskedModel,
  useModelForm,
} from './model-fields.tsx';

const NOTHING =
  'Neither Ollama nor LM Studio answers on the usual ports. Start it, or give its address below.';
const HINT = 'Looks for Ollama and LM Studio where Chime In runs.';

function findingStatus(finding: ReturnType<typeof useFindServers>): string {
  if (finding.isError) return errorText(finding.error, 'Failed to look for servers');
  if (finding.data?.length === 0) return NOTHING;
  return HINT;
}

function FindServers({ onTake }: { onTake: (server: FoundServer) => void }) {
  const finding = useFindServers();
  return (
    <div className="flex min-h-(--control) flex-wrap items-center gap-x-3 gap-y-2">
      <Button disabled={finding.isPending} onClick={() => finding.mutate()}>
        <Search />
        {finding.isPending ? 'Looking…' : 'Find on This Machine'}
      </Button>
      {finding.data?.length ? (
        finding.data.map((server) => (
          <Button key={server.kind} onClick={() => onTake(server)}>
            Use {modelKindLabels[server.kind]} ({counted(server.models.length, 'model')})
          </Button>
        ))
      ) : (
        <p role="status" className="min-w-0 flex-1 basis-64 text-sm text-muted">
          {findingStatus(finding)}
        </p>
      )}
    </div>
  );
}

function DisconnectModel({ onDone }: { onDone: () => void }) {
  const disconnecting = useDisconnectModel();
  return (
    <Button
      variant="danger"
      className="sm:ml-auto"
      disabled={disconnecting.isPending}
      onClick={() => disconnecting.mutate(undefined, { onSuccess: onDone })}
    >
      Disconnect Model
    </Button>
  );
}

function ModelFields({
  settings,
  onDone,
}: {
  settings: ModelSettings;
  onDone: () => void;
}) {
  const { source, hasKey, fixedBy } = settings;
  const { form, stored, restored, startOver, settle } = useModelForm(settings);
  const [listed, setListed] = useState<readonly string[]>([]);
  const connecting = useConnectModel();
  const trial = useTestModel();
  const { errors, isDirty } = form.formState;
  const [kind, baseUrl, model] = form.watch(['kind', 'baseUrl', 'model']);
  const isKeyKept =
    hasKey && source !== 'sandbox' && kind === stored.kind && baseUrl === stored.baseUrl;

  const isInUse = baseUrl === stored.baseUrl && model === stored.model;

  const fill = (next: ModelForm, models: readonly string[] = []) => {
    // A key belongs to the server that it was typed for.
    const key = next.baseUrl === baseUrl ? form.getValues('key') : '';
    for (const [name, value] of Object.entries({ ...next, key }))
      form.setValue(name as keyof ModelForm, value, { shouldDirty: true });
    form.clearErrors();
    setListed(models);
  };
  const choose = (next: ModelKind) => fill(next === stored.kind ? stored : formFor(next));
  const take = ({ models, ...server }: FoundServer) =>
    fill(
      {
        ...formFor(server.kind),
        ...server,
        model: models.length === 1 ? (models[0] ?? '') : '',
      },
      models,
    );

  const cancel = () => {
    startOver();
    onDone();
  };

  const checked = (use: (asked: AskedModel) => void) =>
    form.handleSubmit((values) => {
      const isKeyMissing =
        values.kind === 'openai' && !fixedBy.key && values.key === '' && !isKeyKept;
      if (isKeyMissing) form.setError('key', { message: 'OpenAI needs an API key' });
      else use(toAskedModel(values, stored));
    });

  const save = checked((asked) =>
    connecting.mutate(asked, {
      onSuccess: (saved) => {
        settle(saved);
        succeeded('Settings updated successfully');
        onDone();
      },
    }),
  );

  return (
    <form
      noValidate
      aria-label="Language model"
      onSubmit={(event) => void save(event)}
      className="flex max-w-measure flex-col gap-5"
    >
      {restored && <RestoredNotice onStartOver={startOver} />}
      {!fixedBy.baseUrl && <FindServers onTake={take} />}
      <SelectField
        label="Server"
        value={kind}
        options={Object.entries(modelKindLabels)}
        disabled={fixedBy.baseUrl !== null}
        onValueChange={(next) => choose(next as ModelKind)}
      />
      {(kind !== 'openai' || fixedBy.baseUrl) && (
        <InputField
          label="Address"
          help={setBy(
            fixedBy.baseUrl,
            'Where its OpenAI-compatible API answers; most end in /v1.',
          )}
          error={errors.baseUrl?.message}
          {...form.register('baseUrl')}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://models.example.com/v1"
          readOnly={fixedBy.baseUrl !== null}
        />
      )}
      <InputField
        label={kind === 'openai' ? 'API key' : 'API key (optional)'}
        help={setBy(
          fixedBy.key,
          'Stored encrypted on this server and never shown again. Changing the address deletes the key.',
        )}
        error={errors.key?.message}
        {...form.register('key')}
        type="password"
        autoComplete="off"
        placeholder={isKeyKept || fixedBy.key ? 'A key is stored' : ''}
        readOnly={fixedBy.key !== null}
      />
      <ModelNameField
        form={form}
        fixedBy={fixedBy.model}
        listed={listed}
        onListed={setListed}
      />
      <ModelSize form={form} kind={kind} seen={isInUse ? settings.seen : null} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          type="submit"
          disabled={fixedBy.model !== null && fixedBy.baseUrl !== null && !isDirty}
          busy={connecting.isPending && 'Saving...'}
        >
          Save Model
        </Button>
        <Button
          busy={trial.isPending && 'Testing…'}
          onClick={() => void checked((asked) => trial.mutate(asked))()}
        >
          Test
        </Button>
        <Button onClick={cancel}>Cancel</Button>
        {source === 'settings' && <DisconnectModel onDone={onDone} />}
      </div>
      <ModelTrial trial={trial} />
    </form>
  );
}

const placeOf = ({ kind, baseUrl }: ModelSettings): string =>
  kind === 'other' && URL.canParse(baseUrl)
    ? new URL(baseUrl).host
    : modelKindLabels[kind];

function statusOf(settings: ModelSettings): string {
  const { source } = settings;
  if (source === 'none') return 'No model is connected yet, so nothing can be drafted.';
  if (source === 'sandbox')
    return 'The sandbox uses prepared drafts. Connect a model of your own for real ones.';
  return `Drafts come from ${shownModel(settings.model)} at ${placeOf(settings)}.`;
}

function ModelStatus({ settings }: { settings: ModelSettings }) {
  const { source } = settings;
  const [isOpen, setIsOpen] = useState(source === 'none' || hasUnsavedModel());
  const isOwn = source === 'settings' || source === 'environment';
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 wrap-anywhere">{statusOf(settings)}</p>
        {!isOpen && (
          <Button onClick={() => setIsOpen(true)}>
            {isOwn ? 'Change Model' : 'Connect Yours'}
          </Button>
        )}
      </div>
      {isOpen && <ModelFields settings={settings} onDone={() => setIsOpen(false)} />}
    </>
  );
}

export const LanguageModel = () => (
  <Loaded query={modelSettingsQuery} what="the language model" lines={1}>
    {(data) => <ModelStatus settings={data} />}
  </Loaded>
);

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ModelSettings, modelKindLabels } from '#shared/contracts/model-settings.ts';
import { errorText } from '../../../api/error-text.ts';
import { modelSettingsQuery } from '../../../api/model-settings.ts';
import { Button, Skeleton } from '../../../components/ui/button.tsx';
import { ModelFields } from './model-fields.tsx';
import { hasUnsavedModel } from './use-model-form.ts';

function placeOf({ kind, baseUrl }: ModelSettings): string {
  return kind === 'other' && URL.canParse(baseUrl) ? new URL(baseUrl).host : modelKindLabels[kind];
}

function statusOf(settings: ModelSettings): string {
  const { source, model } = settings;
  if (source === 'none') return 'None is connected yet, so nothing can be drafted.';
  if (source === 'sandbox') return 'The sandbox’s model writes your drafts. Connect yours for real ones.';
  return `${model} at ${placeOf(settings)} writes your drafts.`;
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
          <Button onClick={() => setIsOpen(true)}>{isOwn ? 'Change Model' : 'Connect Yours'}</Button>
        )}
      </div>
      {isOpen && <ModelFields settings={settings} onDone={() => setIsOpen(false)} />}
    </>
  );
}

export function LanguageModel() {
  const settings = useQuery(modelSettingsQuery);
  if (settings.data) return <ModelStatus settings={settings.data} />;
  if (settings.isError)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-failed">
        {errorText(settings.error, 'Failed to load the language model')}
        <Button onClick={() => void settings.refetch()}>Try Again</Button>
      </div>
    );
  return <Skeleton className="h-(--control)" />;
}

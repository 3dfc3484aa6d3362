import type { ModelTest } from '#shared/contracts/model-settings.ts';
import { errorText } from '../../../api/error-text.ts';
import type { useTestModel } from '../../../api/model-settings.ts';
import { StateDot } from '../../../components/ui/badge.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';

function Finding({ works, yes, no }: { works: boolean; yes: string; no: string }) {
  return (
    <li className="flex items-baseline gap-2">
      <StateDot tone={works ? 'approved' : 'pending'} />
      {works ? yes : no}
    </li>
  );
}

function Result({ test: { model, text, milliseconds, structured, streaming } }: { test: ModelTest }) {
  return (
    <>
      <p className="text-sm text-muted">
        A draft by {model}, made in {(milliseconds / 1000).toFixed(1)} seconds. It is not kept.
      </p>
      <p className="font-voice text-voice break-words whitespace-pre-wrap" dir="auto">
        {text}
      </p>
      <ul className="flex flex-col gap-1 text-sm">
        <Finding
          works={structured}
          yes="Structured answers work."
          no="No structured answers: Chime In describes the form in words, which smaller models miss more often."
        />
        <Finding
          works={streaming}
          yes="Streaming works: drafts appear as they are written."
          no="No streaming: drafts appear when they are complete."
        />
      </ul>
    </>
  );
}

/** Takes its place with the press, so that a late answer moves nothing. */
export function ModelTrial({ trial }: { trial: ReturnType<typeof useTestModel> }) {
  if (trial.isIdle) return null;
  return (
    <div role="status" className="flex min-h-60 flex-col gap-3 border-t border-line pt-4">
      {trial.isPending && (
        <>
          <p className="text-sm text-muted">Drafting for a video about code reviews, in your active voice…</p>
          <Skeleton className="h-24" />
        </>
      )}
      {trial.isError && (
        <p className="text-failed">{errorText(trial.error, 'The model could not be tested')}</p>
      )}
      {trial.data && <Result test={trial.data} />}
    </div>
  );
}

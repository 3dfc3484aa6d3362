import type { ModelTest } from '#shared/contracts/model-settings.ts';
import { errorText } from '../../../api/error-text.ts';
import type { useTestModel } from '../../../api/model-settings.ts';
import { Skeleton, StateDot } from '../../../components/ui/button.tsx';

const count = new Intl.NumberFormat('en');
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const thinkingWords: Record<ModelTest['thinking'], string> = {
  none: 'No',
  off: 'Switched off',
  on: 'Yes',
};

function Result({ test }: { test: ModelTest }) {
  const { model, text, milliseconds, server, window, possibleWindow, shortfalls } = test;
  const facts = [
    ['Server', server],
    [
      'Window',
      `${count.format(window)} tokens${possibleWindow ? ` loaded, ${count.format(possibleWindow)} possible` : ''}`,
    ],
    ['Longest transcript', `${count.format(test.transcriptMinutes)} minutes of talk`],
    ['Thinks first', thinkingWords[test.thinking]],
    ['Structured answers', test.structured ? 'Kept' : 'Not kept'],
    ['First word after', test.firstWordMs === null ? 'All at once' : seconds(test.firstWordMs)],
    ['Words a second', test.wordsPerSecond === null ? '–' : test.wordsPerSecond.toFixed(1)],
  ] as const;
  return (
    <>
      <p className="text-sm text-muted">
        A draft by {model}, made in {seconds(milliseconds)}. It is not kept.
      </p>
      <p className="font-voice text-voice break-words whitespace-pre-wrap" dir="auto">
        {text}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm tabular-nums">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
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

import type { SetupLine } from '#shared/contracts/setup-check.ts';
import { useCheckSetup } from '../../../api/auth.ts';
import { errorText } from '../../../api/error-text.ts';
import { Badge, Button, type Tone } from '../../../components/ui/button.tsx';

const STATES: Record<SetupLine['state'], { tone: Tone; word: string }> = {
  ok: { tone: 'approved', word: 'OK' },
  warning: { tone: 'pending', word: 'Look at this' },
  failed: { tone: 'failed', word: 'Failed' },
  unknown: { tone: 'neutral', word: 'Not known' },
};

const LINK = 'text-sm text-accent underline underline-offset-2';

function Line({ line: { name, state, tried, found, page, command } }: { line: SetupLine }) {
  const { tone, word } = STATES[state];
  return (
    <li className="flex flex-col gap-1 wrap-anywhere border-t border-line py-3 first:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-medium">{name}</h3>
        <Badge tone={tone} dot>
          {word}
        </Badge>
      </div>
      <p className="text-sm text-muted">{tried}</p>
      <p>{found}</p>
      {page && (
        <a href={page} target="_blank" rel="noreferrer" className={LINK}>
          {page.replace('https://', '')}
        </a>
      )}
      {command && <code className="font-mono text-sm">{command}</code>}
    </li>
  );
}

export function SetupCheck() {
  const check = useCheckSetup();
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted">
        Tries each part of the setup once and says what to mend. It posts nothing and takes at most 3 units of
        YouTube’s quota.
      </p>
      <Button disabled={check.isPending} onClick={() => check.mutate()}>
        {check.isPending ? 'Checking…' : 'Check the setup'}
      </Button>
      <div role="status" className="w-full">
        {check.isError && (
          <p className="text-failed">{errorText(check.error, 'The setup could not be checked')}</p>
        )}
        {check.data && (
          <ol>
            {check.data.map((line) => (
              <Line key={line.name} line={line} />
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

import type { RuleEvidence as Evidence } from '#shared/contracts/style-rules.ts';
import { Disclosure } from '../../../components/ui/disclosure.tsx';

/** The edits that speak for a rule, each as it was drafted and as it was approved. */
export function RuleEvidence({ evidence }: { evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  const count = evidence.length;
  return (
    <Disclosure className="text-sm" summary={`${count} edit${count === 1 ? ' speaks' : 's speak'} for it`}>
      <ul className="mt-2 flex flex-col gap-3">
        {evidence.map(({ commentId, before, after }) => (
          <li key={commentId} className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
            <div className="min-w-0">
              <p className="text-muted">Drafted</p>
              <p className="break-words whitespace-pre-wrap">{before}</p>
            </div>
            <div className="min-w-0">
              <p className="text-muted">Approved</p>
              <p className="break-words whitespace-pre-wrap">{after}</p>
            </div>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

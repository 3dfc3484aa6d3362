import type { OwnCommentsImport } from '#shared/contracts/own-comments.ts';
import { Disclosure } from '../../../components/ui/choices.tsx';
import { counted, formatNumber } from '../../../lib/formats.ts';

export function ImportReport({ report }: { report: OwnCommentsImport }) {
  const { imported, duplicates, unreadable, problems } = report;
  return (
    <div role="status" className="max-w-measure rounded-control bg-sunken px-3 py-2 text-sm tabular-nums">
      <p>
        Added {counted(imported, 'comment')}.
        {duplicates > 0 && ` ${formatNumber(duplicates)} ${duplicates === 1 ? 'was' : 'were'} there already.`}
        {unreadable > 0 && ` ${counted(unreadable, 'row')} could not be read.`}
      </p>
      {problems.length > 0 && (
        <Disclosure className="mt-1" summary="Which rows">
          <ul className="mt-1 max-h-48 overflow-y-auto">
            {problems.map(({ line, reason }) => (
              <li key={line}>
                Line {formatNumber(line)}: {reason}
              </li>
            ))}
            {unreadable > problems.length && (
              <li className="text-muted">and {formatNumber(unreadable - problems.length)} more</li>
            )}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

import type { AnalyticsOutcomes } from '#shared/contracts/analytics.ts';
import { classNames } from '../../lib/browser.ts';
import { formatNumber, visibilityLabels } from '../../lib/formats.ts';
import { type Fate, publicText } from './outcome-texts.ts';

const FATES: readonly { fate: Fate; label: string; square: string }[] = [
  { fate: 'public', label: visibilityLabels.public, square: 'border-posted bg-posted' },
  { fate: 'onlyYou', label: visibilityLabels.only_you, square: 'border-pending bg-pending' },
  { fate: 'removed', label: visibilityLabels.removed, square: 'border-failed bg-failed' },
  { fate: 'unknown', label: visibilityLabels.unknown, square: 'border-muted' },
  { fate: 'notYet', label: 'Not looked at after 7 days yet', square: 'border-posted' },
  { fate: 'withdrawn', label: 'Withdrawn by you', square: 'border-rejected bg-rejected' },
];

/** More squares than this say no more than their numbers do. */
const MOST_SQUARES = 200;

function Square({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'size-2.5 shrink-0 rounded-[2px] border-[1.5px] forced-color-adjust-none',
        className,
      )}
    />
  );
}

export function Fates({ fates }: { fates: AnalyticsOutcomes['afterSevenDays'] }) {
  const shown = FATES.filter(({ fate }) => fates[fate] > 0);
  const total = shown.reduce((sum, { fate }) => sum + fates[fate], 0);
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-semibold">{publicText(fates)}</h3>
      {total <= MOST_SQUARES && (
        <div className="flex flex-wrap gap-1.5">
          {shown.flatMap(({ fate, square }) =>
            Array.from({ length: fates[fate] }, (_, index) => (
              <Square key={`${fate} ${index + 1}`} className={square} />
            )),
          )}
        </div>
      )}
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
        {shown.map(({ fate, label, square }) => (
          <li key={fate} className="flex items-center gap-1.5 tabular-nums">
            <Square className={square} /> {label} {formatNumber(fates[fate])}
          </li>
        ))}
      </ul>
    </div>
  );
}

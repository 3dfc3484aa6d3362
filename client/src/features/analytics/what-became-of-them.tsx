import type { AnalyticsOutcomes, AnalyticsResponse } from '#shared/contracts/analytics.ts';
import { commentStyleLabels } from '#shared/contracts/enums.ts';
import { formatNumber } from '../../lib/formats.ts';
import { DataTable } from './data-table.tsx';
import { Fates } from './fates.tsx';
import { figuresText, figureText, openingLabels, voiceText } from './outcome-texts.ts';

type Figures = Omit<AnalyticsOutcomes['figures'], 'readBetween'>;

interface FigureTableProps<Row> {
  name: string;
  label: string;
  rows: readonly Row[];
  read: (row: Row) => string;
  rowKey?: (row: Row) => string;
}

function FigureTable<Row extends Figures>({ name, label, rows, read, rowKey }: FigureTableProps<Row>) {
  return (
    <DataTable
      label={label}
      rows={rows}
      {...(rowKey && { rowKey })}
      columns={[
        { name, read },
        { name: 'Comments', numeric: true, read: ({ count }) => formatNumber(count) },
        { name: 'Known', numeric: true, read: ({ known }) => formatNumber(known) },
        { name: 'Likes', numeric: true, read: ({ known, likes }) => figureText(known, likes) },
        { name: 'Replies', numeric: true, read: ({ known, replies }) => figureText(known, replies) },
      ]}
    />
  );
}

export function WhatBecameOfThem({ analytics: { days, outcomes } }: { analytics: AnalyticsResponse }) {
  const { afterSevenDays, figures, byStyle, byOpening, byVoice } = outcomes;
  const isEmpty = Object.values(afterSevenDays).every((count) => count === 0);
  return (
    <section aria-labelledby="what-became" className="flex flex-col gap-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-baseline gap-x-2.5">
        <h2 id="what-became" className="text-base font-semibold tracking-tight">
          What became of them
        </h2>
        <p className="text-sm text-muted">posted in these {days} days</p>
      </div>
      {isEmpty ? (
        <p className="text-muted">
          Nothing was posted in these days. Once something is, this shows whether it stays public, and its
          likes and replies.
        </p>
      ) : (
        <div className="grid gap-x-14 gap-y-6 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <Fates fates={afterSevenDays} />
            {figures.count > 0 && <p className="text-sm text-muted">{figuresText(figures)}</p>}
          </div>
          {figures.count > 0 && (
            <>
              <FigureTable
                name="Style"
                label="Likes and replies by style"
                rows={byStyle}
                read={({ style }) => commentStyleLabels[style]}
              />
              <FigureTable
                name="Opens with"
                label="Likes and replies by opening"
                rows={byOpening}
                read={({ opening }) => openingLabels[opening]}
              />
              <FigureTable
                name="Voice"
                label="Likes and replies by voice version"
                rows={byVoice}
                read={voiceText}
                rowKey={({ profile }) => `${profile?.id} ${profile?.version}`}
              />
            </>
          )}
        </div>
      )}
    </section>
  );
}

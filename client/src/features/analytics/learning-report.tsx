import { useQuery } from '@tanstack/react-query';
import {
  type DraftEdits,
  fewestDrafts,
  type Learning,
} from '#shared/contracts/analytics.ts';
import { percent } from '#shared/rules/comment-text.ts';
import { learningQuery } from '../../api/outcomes.ts';
import { QueryFailure } from '../../components/page.tsx';
import { counted, formatter } from '../../lib/formats.ts';
import { DataTable, Section } from './outcomes-report.tsx';

const formatMonth = formatter({ month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthText = (month: string) => formatMonth(`${month}-01`);

const isEnough = ({ drafts }: DraftEdits) => drafts >= fewestDrafts;
const shareText = ({ unedited, drafts }: DraftEdits) =>
  `${Math.round(percent(unedited, drafts))}%`;

function editText({ wordsChanged }: DraftEdits): string {
  return wordsChanged === null ? 'None' : counted(wordsChanged, 'word');
}

const TOO_FEW = 'Too few to tell';

const COLUMNS = [
  ['Posted drafts', ({ drafts }: DraftEdits) => drafts],
  ['Unedited', (row: DraftEdits) => (isEnough(row) ? shareText(row) : TOO_FEW)],
  ['Typical edit', (row: DraftEdits) => (isEnough(row) ? editText(row) : '–')],
] as const;

/** Compares the two newest months that have enough drafts. */
export function learningText({ months }: Learning): string {
  const [now, before] = months.filter(isEnough).reverse();
  if (!now) return `${TOO_FEW}: it takes ${fewestDrafts} drafts posted in one month.`;
  const share = `${shareText(now)} of your drafts were posted unedited in ${monthText(now.month)}`;
  return before
    ? `${share}, ${shareText(before)} in ${monthText(before.month)}.`
    : `${share}.`;
}

function LearningTables({ learning }: { learning: Learning }) {
  if (learning.months.length === 0)
    return (
      <p className="text-muted">
        No draft was posted in these months. Once some are, this shows how many needed no
        edit.
      </p>
    );
  return (
    <>
      <h3 className="font-semibold">{learningText(learning)}</h3>
      <div className="grid gap-x-14 gap-y-6 lg:grid-cols-2">
        <DataTable
          label="Edits by month"
          rows={learning.months.toReversed()}
          columns={[['Month', ({ month }) => monthText(month)], ...COLUMNS]}
        />
        <DataTable
          label="Edits by voice profile"
          rows={learning.profiles}
          columns={[
            ['Voice profile', ({ profile }) => profile?.name ?? 'No profile'],
            ...COLUMNS,
          ]}
        />
      </div>
      <p className="text-sm text-muted">
        The typical edit is the median of the words that were added or removed, whichever
        were more, in drafts that were edited.
      </p>
    </>
  );
}

/**
 * Shows whether drafts need fewer edits than before. The page waits with it until its
 * figures are loaded.
 */
export function LearningReport() {
  const query = useQuery(learningQuery());
  const { data, error } = query;
  return (
    <Section
      title="Is it learning?"
      note="drafts posted in the last 12 months"
      className="flex flex-col gap-4 border-t border-line pt-5"
    >
      {data && <LearningTables learning={data} />}
      {!data && error && (
        <QueryFailure query={query} fallback="Failed to load the edits" />
      )}
    </Section>
  );
}

import { classNames } from '../../lib/browser.ts';

interface Column<Row> {
  name: string;
  read: (row: Row) => string | number;
  numeric?: boolean;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  /** Where the first cell of two rows may read alike. */
  rowKey?: (row: Row) => string;
}

export function DataTable<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  const [first, ...others] = columns;
  const keyOf = rowKey ?? ((row: Row) => String(first.read(row)));
  const cell = (numeric: boolean | undefined) =>
    classNames(
      'py-2 pr-2 last:pr-0 sm:pr-4',
      numeric ? 'text-right whitespace-nowrap tabular-nums' : 'text-left',
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="w-full max-sm:text-sm">
        <thead className="text-sm text-muted max-sm:text-xs">
          <tr className="border-b border-line">
            {columns.map(({ name, numeric }) => (
              <th key={name} scope="col" className={classNames(cell(numeric), 'font-normal')}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-0">
              <th scope="row" className={classNames(cell(first.numeric), 'font-medium')}>
                {first.read(row)}
              </th>
              {others.map(({ name, read, numeric }) => (
                <td key={name} className={cell(numeric)}>
                  {read(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import { getTableColumns, type Table } from 'drizzle-orm';

export interface Column {
  /** As in our code and in a backup. */
  key: string;
  /** As in SQL, quoted. */
  sqlName: string;
  isInstant: boolean;
  /** Neither null nor a default will do. */
  isRequired: boolean;
  type: string;
}

/** The columns of a table of shared/schema.ts, in its order. */
export function columnsOf(table: Table): Column[] {
  return Object.entries(getTableColumns(table)).map(([key, column]) => ({
    key,
    sqlName: `"${column.name}"`,
    isInstant: column.dataType === 'date',
    isRequired: column.notNull && !column.hasDefault,
    type: column.getSQLType(),
  }));
}

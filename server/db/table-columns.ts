import { getTableColumns, type Table } from 'drizzle-orm';

export interface Column {
  key: string;
  /** Quoted. */
  sqlName: string;
  isInstant: boolean;
  isRequired: boolean;
  type: string;
}

export function columnsOf(table: Table): Column[] {
  return Object.entries(getTableColumns(table)).map(([key, column]) => ({
    key,
    sqlName: `"${column.name}"`,
    isInstant: column.dataType === 'date',
    isRequired: column.notNull && !column.hasDefault,
    type: column.getSQLType(),
  }));
}

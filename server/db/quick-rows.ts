import { Column, getTableName, is, type Query, SQL, Subquery } from 'drizzle-orm';
import type { SelectedFieldsOrdered } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

type Field = SelectedFieldsOrdered[number]['field'];
type Decode = (value: unknown) => unknown;
type Row = Record<string, unknown>;

/** The tables of a query whose rows are always there; the others' objects are null where a join found nothing. */
type NotNullable = Record<string, boolean> | undefined;

interface Group {
  name: string;
  keys: { key: string; place: number; decode: Decode | null }[];
  /** Its first column is null exactly where the join found nothing; null where that says nothing. */
  found: { place: number; table: string } | null;
}

interface Plan {
  plain: Group['keys'];
  groups: Group[];
}

/**
 * Drizzle decides anew for every value of every row how it is read, which is three quarters of the time a long list
 * takes. This decides once a query. It leans on what Drizzle keeps to itself: its version is pinned, and a test compares.
 */
export function mapRowsQuickly<Database extends Db>(db: Database): Database {
  const { session } = db._;
  const prepare = session.prepareQuery.bind(session);
  type Prepare = typeof prepare;
  const quick = (query: Query, fields: SelectedFieldsOrdered | undefined, ...rest: unknown[]) => {
    const prepared = (prepare as (...all: unknown[]) => ReturnType<Prepare>)(query, fields, ...rest);
    const plan =
      fields && !('customResultMapper' in prepared && prepared.customResultMapper) ? planFor(fields) : null;
    if (!plan) return prepared;
    const joined = prepared as { joinsNotNullableMap?: NotNullable };
    return Object.assign(prepared, {
      customResultMapper: (rows: unknown[][]) => rows.map(mapper(plan, joined.joinsNotNullableMap)),
    });
  };
  session.prepareQuery = quick as Prepare;
  return db;
}

/** Null for what is nested deeper than a table's columns in an object of their own. */
function planFor(fields: SelectedFieldsOrdered): Plan | null {
  const plan: Plan = { plain: [], groups: [] };
  for (const [place, { path, field }] of fields.entries()) {
    const [name, key, ...deeper] = path;
    if (name === undefined || deeper.length > 0) return null;
    if (key === undefined) plan.plain.push({ key: name, place, decode: decoder(field) });
    else groupOf(plan, name, field, place).keys.push({ key, place, decode: decoder(field) });
  }
  return plan;
}

function groupOf(plan: Plan, name: string, field: Field, place: number): Group {
  const table = is(field, Column) ? getTableName(field.table) : null;
  const known = plan.groups.find((group) => group.name === name);
  if (!known) {
    const group: Group = { name, keys: [], found: table === null ? null : { place, table } };
    plan.groups.push(group);
    return group;
  }
  if (table !== null && known.found?.table !== table) known.found = null;
  return known;
}

/** Null for a column that keeps values as the driver gives them, as texts and truths are. */
function decoder(field: Field): Decode | null {
  if (is(field, Column)) {
    const isPlain = field.mapFromDriverValue === Column.prototype.mapFromDriverValue;
    return isPlain ? null : (value) => field.mapFromDriverValue(value);
  }
  const source = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql;
  const { decoder: reader } = source as unknown as { decoder: { mapFromDriverValue: Decode } };
  return (value) => reader.mapFromDriverValue(value);
}

function mapper({ plain, groups }: Plan, notNullable: NotNullable): (row: unknown[]) => Row {
  const optional = new Set(groups.filter(({ found }) => notNullable && found && !notNullable[found.table]));
  return (row) => {
    const result: Row = {};
    for (const { key, place, decode } of plain) result[key] = read(row[place], decode);
    for (const group of groups) {
      if (optional.has(group) && group.found && row[group.found.place] === null) {
        result[group.name] = null;
        continue;
      }
      const object: Row = {};
      for (const { key, place, decode } of group.keys) object[key] = read(row[place], decode);
      result[group.name] = object;
    }
    return result;
  };
}

/** Numbers come from the drivers as they are. */
const read = (value: unknown, decode: Decode | null) =>
  value === null || decode === null || typeof value === 'number' ? value : decode(value);

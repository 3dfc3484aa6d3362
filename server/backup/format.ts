import { z } from 'zod';
import * as schema from '#shared/schema.ts';
import { columnsOf } from '../db/database.ts';

/**
 * Each table comes after the tables it refers to, except that replies and comments refer
 * to each other. Left out are sessions and tokens, because they are secret or may have
 * been revoked since, the database's origin, short-lived data (caches, the hold, bulk
 * drafts, notices), and steps, because no undo may approve a comment that came back from
 * a backup.
 */
export const backedUpTables = {
  videos: schema.videos,
  followedChannels: schema.followedChannels,
  standingSearches: schema.standingSearches,
  freshVideos: schema.freshVideos,
  voiceProfiles: schema.voiceProfiles,
  styleRules: schema.styleRules,
  profileVersions: schema.profileVersions,
  ownComments: schema.ownComments,
  replies: schema.replies,
  comments: schema.comments,
  draftRecords: schema.draftRecords,
  queueItems: schema.queueItems,
  postAttempts: schema.postAttempts,
  userSettings: schema.userSettings,
  googleAccount: schema.googleAccount,
  lastChannel: schema.lastChannel,
  modelSettings: schema.modelSettings,
  modelProfiles: schema.modelProfiles,
  noticeSettings: schema.noticeSettings,
  quotaUsage: schema.quotaUsage,
  libraryTotals: schema.libraryTotals,
  forgottenVideos: schema.forgottenVideos,
} as const;

export type TableName = keyof typeof backedUpTables;
export const tableNames = Object.keys(backedUpTables) as TableName[];

/**
 * After a restore the account needs a new sign-in, the model its key, and the notice
 * channels their passwords.
 */
const secretColumns: Partial<Record<TableName, readonly string[]>> = {
  googleAccount: [
    'sealedAccessToken',
    'sealedRefreshToken',
    'accessTokenExpiresAt',
    'grantExpiresAt',
  ],
  modelSettings: ['sealedKey'],
  noticeSettings: [
    'sealedSmtpPassword',
    'sealedNtfyToken',
    'sealedWebhookSecret',
    'sealedFormerSecret',
    'readUpTo',
  ],
};

const withoutSecrets = (
  table: TableName,
  row: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).filter(([key]) => !secretColumns[table]?.includes(key)),
  );

/** Raise this when older files must be read differently. */
export const formatVersion = 1;

const header = z.object({
  format: z.literal('chime-in backup'),
  version: z.int(),
  origin: z.string(),
  madeAt: z.iso.datetime(),
  schema: z.object({ migration: z.int() }),
});
export type BackupHeader = z.output<typeof header>;

/** Files made before migration 0004_plain_names call the origin `stamp`. */
export const headerSchema = z.preprocess((line) => {
  const { stamp, ...rest } = z.record(z.string(), z.unknown()).catch({}).parse(line);
  return { origin: stamp, ...rest };
}, header);

/** Table names in files made before migration 0004_plain_names. */
const formerTables: Record<string, TableName> = { voiceRules: 'styleRules' };
const currentTable = (name: unknown) => formerTables[String(name)] ?? name;

const tableName = z.enum(tableNames);

/** Columns have their TypeScript names; timestamps are ISO strings in UTC. */
export const rowLineSchema = z.tuple([
  z.preprocess(currentTable, tableName),
  z.record(z.string(), z.json()),
]);
export type BackupRow = z.output<typeof rowLineSchema>[1];

export type RowCounts = Record<TableName, number>;

/** The last line, which marks a complete file. Older versions have fewer tables. */
export const trailerSchema = z.object({
  end: z
    .record(z.string(), z.int())
    .transform((counts) =>
      Object.fromEntries(
        Object.entries(counts).map(([name, n]) => [currentTable(name), n]),
      ),
    )
    .pipe(z.partialRecord(tableName, z.int())),
});

export const noRows = (): RowCounts =>
  Object.fromEntries(tableNames.map((name) => [name, 0])) as RowCounts;

export const toLine = (table: TableName, row: Record<string, unknown>): string =>
  `${JSON.stringify([table, withoutSecrets(table, row)])}\n`;

/** Former column names and their current ones; null for columns that were removed. */
const formerNames: Partial<Record<TableName, Record<string, string | null>>> = {
  videos: { matchScore: null },
  queueItems: { heldReason: 'blockedReason' },
  postAttempts: { lookAt: 'nextCheckAt', looks: 'checkCount' },
  replies: { isVideoAuthor: 'byCreator' },
};

export function withCurrentNames(table: TableName, row: BackupRow): BackupRow {
  const names = formerNames[table] ?? {};
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) => {
      const name = names[key] === undefined ? key : names[key];
      return name === null ? [] : [[name, value]];
    }),
  );
}

/** Ignores secrets that somebody added to the file. */
export function fromRow(table: TableName, row: BackupRow): Record<string, unknown> {
  const values = withoutSecrets(table, row);
  for (const { key, isInstant } of columnsOf(backedUpTables[table])) {
    const value = values[key];
    if (isInstant && typeof value === 'string') values[key] = new Date(value);
  }
  return values;
}

export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupError';
  }
}

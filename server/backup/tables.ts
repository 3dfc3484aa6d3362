import * as schema from '#shared/schema.ts';

/** Each table comes after those it refers to; replies and comments refer to each other. */
export const backedUpTables = {
  videos: schema.videos,
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
  modelSettings: schema.modelSettings,
  modelProfiles: schema.modelProfiles,
  quotaUsage: schema.quotaUsage,
  libraryTotals: schema.libraryTotals,
  forgottenVideos: schema.forgottenVideos,
} as const;

export type TableName = keyof typeof backedUpTables;
export const tableNames = Object.keys(backedUpTables) as TableName[];

/** Sessions are secret, the caches and the hold short-lived; the origin is compared, not copied. */
export const leftOutTables = [
  'sessions',
  'searchCache',
  'topComments',
  'postingHold',
  'databaseOrigin',
] as const;

/** Without them a restored account asks for a new sign-in, and a model for its key. */
const secretColumns: Partial<Record<TableName, readonly string[]>> = {
  googleAccount: ['sealedAccessToken', 'sealedRefreshToken', 'accessTokenExpiresAt', 'grantExpiresAt'],
  modelSettings: ['sealedKey'],
};

export const isSecret = (table: TableName, column: string): boolean =>
  secretColumns[table]?.includes(column) ?? false;

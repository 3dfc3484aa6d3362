import { z } from 'zod';
import {
  commentStyleSchema,
  countSchema,
  defaultCommentStyle,
  idParamSchema,
  instant,
  textSchema,
} from './primitives.ts';
import { allVoiceFields, forVoiceFields, longestVoiceText } from './voice-fields.ts';

const nameLimit = 200;
const nameRequired = 'Profile name is required';
const nameSchema = textSchema(nameLimit, nameRequired).trim().min(1, nameRequired);

const fields = forVoiceFields({
  text: () => textSchema(longestVoiceText).nullable().optional(),
  list: ({ maxLength, maxEntries }) =>
    z
      .array(textSchema(maxLength).trim().min(1))
      .max(maxEntries)
      .nullable()
      .transform((entries) => entries ?? [])
      .optional(),
});

const mostBytesOfCharacter = 6;
const mostCharacters = allVoiceFields.map((field) =>
  field.kind === 'text' ? longestVoiceText : field.maxLength * field.maxEntries,
);
/** In bytes. JSON takes at most six bytes for a character, as in \u0041. */
export const profileBodyLimit =
  mostBytesOfCharacter * mostCharacters.reduce((sum, length) => sum + length, nameLimit) +
  10_000;

export const createVoiceProfileSchema = z.strictObject({
  name: nameSchema,
  defaultCommentStyle: commentStyleSchema
    .nullish()
    .transform((style) => style ?? defaultCommentStyle),
  ...fields,
});
/** An exported file. Its id and dates are ignored. */
export const voiceProfileFileSchema = z.object(createVoiceProfileSchema.shape);
export type CreateVoiceProfile = z.infer<typeof createVoiceProfileSchema>;

export const ruleTextLimit = 300;
const ruleTextSchema = textSchema(ruleTextLimit, 'Write the rule')
  .trim()
  .min(1, 'Write the rule');

const mostDecided = 50;
/**
 * Style rules that are decided together with the fields. `accept` and `drop` contain ids
 * of rules.
 */
const decidedRulesSchema = z.strictObject({
  add: z.array(ruleTextSchema).max(mostDecided),
  accept: z.array(z.int()).max(mostDecided),
  drop: z.array(z.int()).max(mostDecided),
});

/** What an exported file can contain besides the profile. */
export const voiceProfileExtrasSchema = z.object({
  /** Only accepted rules. */
  rules: z.array(ruleTextSchema).default([]),
  ownComments: z
    .array(
      z.object({ content: z.string(), writtenAt: z.string().nullable().default(null) }),
    )
    .default([]),
});
export type VoiceProfileExtras = z.infer<typeof voiceProfileExtrasSchema>;

/** Missing fields stay unchanged; null clears a field. */
export const updateVoiceProfileSchema = z.strictObject({
  name: nameSchema.optional(),
  defaultCommentStyle: commentStyleSchema
    .nullable()
    .transform((style) => style ?? defaultCommentStyle)
    .optional(),
  rules: decidedRulesSchema.optional(),
  ...fields,
});
export type UpdateVoiceProfile = z.infer<typeof updateVoiceProfileSchema>;

export const voiceProfileSchema = z.object({
  id: z.int(),
  name: z.string(),
  defaultCommentStyle: commentStyleSchema,
  ...forVoiceFields({
    text: () => z.string().nullable(),
    list: () => z.array(z.string()),
  }),
  createdAt: instant,
  updatedAt: instant,
});
export type VoiceProfile = z.infer<typeof voiceProfileSchema>;
export const voiceProfileListSchema = z.array(voiceProfileSchema);

export const profileVersionSchema = z.object({
  number: z.int(),
  reason: z.string(),
  name: z.string(),
  rules: z.array(z.string()),
  isCurrent: z.boolean(),
  createdAt: instant,
});
export type ProfileVersion = z.infer<typeof profileVersionSchema>;

export const profileVersionListSchema = z.array(profileVersionSchema);

export const versionPathSchema = z.object({ id: idParamSchema, number: idParamSchema });

/** In bytes. 10,000 comments take about 3 MB. */
export const takeoutFileLimit = 12_000_000;
export const pastedTextLimit = 90_000;
export const namedProblems = 100;

export const ownCommentSources = ['pasted', 'takeout'] as const;
export type OwnCommentSource = (typeof ownCommentSources)[number];

/**
 * Comments separated by blank lines. A file from Google Takeout is sent as text/csv
 * instead.
 */
export const pasteOwnCommentsSchema = z.strictObject({
  text: textSchema(pastedTextLimit, 'Paste your comments'),
});

export const ownCommentsImportSchema = z.object({
  imported: z.int(),
  duplicates: z.int(),
  unreadable: z.int(),
  problems: z.array(z.object({ line: z.int(), reason: z.string() })).max(namedProblems),
  total: z.int(),
});
export type OwnCommentsImport = z.infer<typeof ownCommentsImportSchema>;

export const ownCommentSchema = z.object({
  id: z.int(),
  content: z.string(),
  source: z.enum(ownCommentSources),
  writtenAt: instant.nullable(),
  createdAt: instant,
});
export type OwnComment = z.infer<typeof ownCommentSchema>;

export const ownCommentPageSchema = z.object({
  limit: countSchema(1000).optional(),
  offset: z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .optional(),
});
export type OwnCommentPage = z.infer<typeof ownCommentPageSchema>;

export const ownCommentListSchema = z.object({
  total: z.int(),
  comments: z.array(ownCommentSchema),
});

export const traitNames = [
  'sentence_length',
  'comment_length',
  'openings',
  'exclamations',
  'questions',
  'dashes',
  'contractions',
  'emoji',
  'first_person',
  'second_person',
  'hedging',
  'vocabulary',
] as const;
export type TraitName = (typeof traitNames)[number];

export const traitSchema = z.object({
  name: z.enum(traitNames),
  label: z.string(),
  value: z.number(),
  detail: z.string(),
  quote: z.string().nullable(),
});
export type Trait = z.infer<typeof traitSchema>;

export const styleProfileSchema = z.object({
  texts: z.int(),
  words: z.int(),
  traits: z.array(traitSchema),
  vocabulary: z.array(z.object({ word: z.string(), texts: z.int() })),
});
export type StyleProfile = z.infer<typeof styleProfileSchema>;

/**
 * Habits that the model found in the owner's comments. They are stored only if the owner
 * adds them to the profile.
 */
export const proposedHabitsSchema = z.object({
  habits: z.array(
    z.object({
      text: z.string(),
      /** Passages from different comments that show the habit, word for word. */
      quotes: z.array(z.string()),
    }),
  ),
  /** Number of comments that the model read. */
  texts: z.int(),
  /** Why no habit was found, as a sentence; null if there are some. */
  detail: z.string().nullable(),
});
export type ProposedHabits = z.infer<typeof proposedHabitsSchema>;

export const ruleStatuses = ['proposed', 'accepted', 'rejected'] as const;
export type RuleStatus = (typeof ruleStatuses)[number];

export const ruleEvidenceSchema = z.object({
  commentId: z.int(),
  before: z.string(),
  after: z.string(),
});
export type RuleEvidence = z.infer<typeof ruleEvidenceSchema>;

export const styleRuleSchema = z.object({
  id: z.int(),
  profileId: z.int(),
  text: z.string(),
  status: z.enum(ruleStatuses),
  evidence: z.array(ruleEvidenceSchema),
  createdAt: instant,
  decidedAt: instant.nullable(),
});
export type StyleRule = z.infer<typeof styleRuleSchema>;
export const styleRuleListSchema = z.array(styleRuleSchema);

export const createRuleSchema = z.strictObject({ text: ruleTextSchema });

/** A new text without a status keeps the status. */
export const updateRuleSchema = z
  .strictObject({
    text: ruleTextSchema.optional(),
    status: z.enum(['accepted', 'rejected']).optional(),
  })
  .refine(
    ({ text, status }) => text !== undefined || status !== undefined,
    'Name a text or a status',
  );
export type UpdateRule = z.infer<typeof updateRuleSchema>;

export const proposeRulesResponseSchema = z.object({
  proposed: z.array(styleRuleSchema),
  edits: z.int(),
  detail: z.string().nullable(),
});

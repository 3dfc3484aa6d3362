import {
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type CreateVoiceProfile,
  type OwnCommentsImport,
  ownCommentListSchema,
  ownCommentsImportSchema,
  type ProfileVersion,
  profileVersionListSchema,
  proposedHabitsSchema,
  proposeRulesResponseSchema,
  styleProfileSchema,
  styleRuleListSchema,
  styleRuleSchema,
  type UpdateRule,
  type UpdateVoiceProfile,
  type VoiceProfile,
  type VoiceProfileExtras,
  voiceProfileListSchema,
  voiceProfileSchema,
} from '#shared/contracts/voice.ts';
import {
  fetchJson,
  namedQuery,
  patch,
  post,
  put,
  type RequestOptions,
  remove,
  useChange,
} from './http.ts';
import { updateUserSettings, userSettingsQuery } from './settings.ts';

const KEY = 'voice-profiles';
const voice = [[KEY]];
/** Creating and deleting a profile can change which one is active. */
const profiles = [[KEY], userSettingsQuery.queryKey];

const refresh = (client: QueryClient, keys: readonly (readonly string[])[]) =>
  Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));

export const voiceProfilesQuery = namedQuery([KEY], voiceProfileListSchema);

const addressOf = (profileId: number, part: string) =>
  `/api/voice-profiles/${profileId}/${part}`;

const createVoiceProfile = (
  body: Pick<CreateVoiceProfile, 'name'> & Partial<CreateVoiceProfile>,
) => post('/api/voice-profiles', voiceProfileSchema, body);

export const useCreateVoiceProfile = () => useChange(createVoiceProfile, profiles);

export const useUpdateVoiceProfile = () =>
  useChange(
    ({ id, body }: { id: number; body: UpdateVoiceProfile }) =>
      put(`/api/voice-profiles/${id}`, voiceProfileSchema, body),
    profiles,
  );

export const useDeleteVoiceProfile = () =>
  useChange((id: number) => remove(`/api/voice-profiles/${id}`), profiles);

/**
 * Creates a profile and makes it active. The server itself activates only the very first
 * profile.
 */
async function createActiveProfile(
  client: QueryClient,
  name: string,
): Promise<VoiceProfile> {
  const profile = await createVoiceProfile({ name });
  const settings = await client.fetchQuery({ ...userSettingsQuery, staleTime: 0 });
  if (settings.activeVoiceProfileId !== profile.id)
    await updateUserSettings(client, { activeVoiceProfileId: profile.id });
  return profile;
}

export function useCreateActiveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => createActiveProfile(client, name),
    onSettled: () => refresh(client, profiles),
  });
}

export const profileVersionsQuery = (profileId: number) =>
  namedQuery([KEY, profileId, 'versions'], profileVersionListSchema);

export const useRestoreVersion = (profileId: number) =>
  useChange(
    ({ number }: Pick<ProfileVersion, 'number'>) =>
      post(addressOf(profileId, `versions/${number}/restore`), voiceProfileSchema),
    voice,
    'Failed to go back to this version',
  );

export const styleRulesQuery = (profileId: number) =>
  namedQuery([KEY, profileId, 'style-rules'], styleRuleListSchema);

export const useProposeStyleRules = (profileId: number) =>
  useChange(
    () => post(addressOf(profileId, 'style-rules/propose'), proposeRulesResponseSchema),
    voice,
    'Failed to read your edits',
  );

export const useProposeHabits = (profileId: number) =>
  useChange(
    () => post(addressOf(profileId, 'habits/propose'), proposedHabitsSchema),
    [],
    'Failed to read your comments',
  );

export const useAddStyleRule = (profileId: number) =>
  useChange(
    (text: string) =>
      post(addressOf(profileId, 'style-rules'), styleRuleSchema, { text }),
    voice,
    'Failed to add the rule',
  );

export const useDecideStyleRule = () =>
  useChange(
    ({ id, ...body }: UpdateRule & { id: number }) =>
      patch(`/api/style-rules/${id}`, styleRuleSchema, body),
    voice,
    'Failed to change the rule',
  );

export const useDeleteStyleRule = () =>
  useChange(
    (id: number) => remove(`/api/style-rules/${id}`),
    voice,
    'Failed to delete the rule',
  );

const PAGE_SIZE = 50;

export const ownCommentsQuery = (profileId: number) =>
  infiniteQueryOptions({
    queryKey: [KEY, profileId, 'own-comments'],
    queryFn: ({ signal, pageParam }) =>
      fetchJson(
        addressOf(profileId, 'own-comments'),
        { signal, query: { limit: PAGE_SIZE, offset: pageParam } },
        ownCommentListSchema,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { comments }) => sum + comments.length, 0);
      return shown < total ? shown : undefined;
    },
  });

const MOST_AT_ONCE = 1000;

/** Loads all own comments of a profile, in the format of an exported file. */
export async function fetchOwnComments(
  profileId: number,
): Promise<VoiceProfileExtras['ownComments']> {
  const all: VoiceProfileExtras['ownComments'] = [];
  for (let total = 1; all.length < total; ) {
    const query = { limit: MOST_AT_ONCE, offset: all.length };
    const page = await fetchJson(
      addressOf(profileId, 'own-comments'),
      { query },
      ownCommentListSchema,
    );
    all.push(...page.comments.map(({ content, writtenAt }) => ({ content, writtenAt })));
    total = page.comments.length === 0 ? all.length : page.total;
  }
  return all;
}

export const styleProfileQuery = (profileId: number) =>
  namedQuery([KEY, profileId, 'style-profile'], styleProfileSchema);

type BroughtComments = { text: string } | { file: Blob };

const bringOwnComments = (
  profileId: number,
  brought: BroughtComments,
): Promise<OwnCommentsImport> =>
  fetchJson(
    addressOf(profileId, 'own-comments'),
    bringRequest(brought),
    ownCommentsImportSchema,
  );

function bringRequest(brought: BroughtComments): RequestOptions {
  if ('text' in brought) return { method: 'POST', body: brought };
  return { method: 'POST', file: { content: brought.file, type: 'text/csv' } };
}

const csvCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * Builds a CSV file like Google Takeout's, so that comments that contain blank lines stay
 * whole.
 */
function commentsFile(ownComments: VoiceProfileExtras['ownComments']): Blob {
  const rows = ownComments.map(({ content, writtenAt }) => [writtenAt ?? '', content]);
  const lines = [['Comment Create Timestamp', 'Comment Text'], ...rows];
  return new Blob([lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n')]);
}

/** Adds the style rules and own comments of an exported file to a new profile. */
export async function bringExtras(
  profileId: number,
  { rules, ownComments }: VoiceProfileExtras,
): Promise<void> {
  for (const text of rules)
    await post(addressOf(profileId, 'style-rules'), styleRuleSchema, { text });
  if (ownComments.length > 0)
    await bringOwnComments(profileId, { file: commentsFile(ownComments) });
}

export const useImportOwnComments = (profileId: number) =>
  useChange(
    (brought: BroughtComments) => bringOwnComments(profileId, brought),
    voice,
    'Failed to import the comments',
  );

interface FirstComments {
  /** If missing, a profile with this name is created and made active. */
  profileId: number | undefined;
  name: string;
  text: string;
}

export function useBringFirstComments() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ profileId, name, text }: FirstComments) {
      return bringOwnComments(profileId ?? (await createActiveProfile(client, name)).id, {
        text,
      });
    },
    // The profile may have been created although its comments were rejected.
    onSettled: () => refresh(client, profiles),
  });
}

export const useRemoveOwnComments = (profileId: number) =>
  useChange(
    (id: number | 'all') =>
      remove(
        id === 'all' ? addressOf(profileId, 'own-comments') : `/api/own-comments/${id}`,
      ),
    voice,
    'Failed to remove the comment',
  );

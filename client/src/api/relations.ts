import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Relation, relationsSchema } from '#shared/contracts/relations.ts';
import { mostVideos, type Video } from '#shared/contracts/videos.ts';
import { fetchJson } from './http.ts';
import { commentedChannelsQuery } from './videos.ts';

/**
 * Begins with the key of the recently commented channels, so that both are refreshed
 * together.
 */
const relationsKey = [...commentedChannelsQuery.queryKey, 'relations'] as const;

function relationsQuery(videoIds: readonly number[]) {
  const ids = videoIds.slice(0, mostVideos).join(',');
  return queryOptions({
    queryKey: [...relationsKey, ids],
    queryFn: ids
      ? ({ signal }) =>
          fetchJson(
            '/api/channels/relations',
            { query: { ids }, signal },
            relationsSchema,
          )
      : skipToken,
  });
}

/** Returns the relations with the channels of these videos, by channel id. */
export function useRelations(
  shown: readonly Pick<Video, 'id' | 'channelId'>[],
): ReadonlyMap<string, Relation> {
  const client = useQueryClient();
  const query = relationsQuery(shown.map(({ id }) => id));
  /**
   * Returns the relations that other lists have loaded, to show a relation together with
   * its row at once.
   */
  const known = () =>
    client
      .getQueriesData<Relation[]>({ queryKey: relationsKey })
      .flatMap(([, relations]) => relations ?? []);
  const { data } = useQuery({ ...query, placeholderData: known });
  return useMemo(
    () => new Map(data?.map((relation) => [relation.channelId, relation])),
    [data],
  );
}

import type { Api } from './api.ts';

const queries = [
  'kubernetes',
  'docker',
  'react',
  'typescript',
  'python',
  'devops',
  'database',
  'security',
  'ai',
  'rust',
  'go',
  'linux',
  'networking',
  'api',
  'cloud',
  'javascript',
  'node',
  'architecture',
  'testing',
  'data',
];

/** Queues `count` comments on different videos, with different texts if they are to be posted. */
export async function writeBacklog(api: Api, count: number, { areToBePosted = true } = {}): Promise<void> {
  await api.removeBrakes();
  const videoIds = new Set<number>();
  for (const query of queries) {
    if (videoIds.size >= count) break;
    for (const { id, commentsOff } of await api.search(query)) if (!commentsOff) videoIds.add(id);
  }
  const chosen = [...videoIds].slice(0, count);
  for (let from = 0; from < chosen.length; from += 50) await api.draft(chosen.slice(from, from + 50));
  if (!areToBePosted) return;
  for (const { comment } of await api.queue())
    await api.edit(comment.id, `${comment.content} (${comment.id})`);
}

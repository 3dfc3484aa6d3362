export const topics = [
  'Docker',
  'Kubernetes',
  'React',
  'JavaScript',
  'TypeScript',
  'Node.js',
  'Python',
  'DevOps',
  'Microservices',
  'API',
  'GraphQL',
  'Performance',
] as const;

export const shownTopics = 3;

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Only API has a plural: "reacts" and "performances" are different words. */
const plural = (topic: string) => (topic === 'API' ? 's?' : '');

const patterns = topics.map((topic) => ({
  topic,
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}_])${literally(topic)}${plural(topic)}(?![\\p{L}\\p{N}_])`,
    'iu',
  ),
}));

export function videoTopics(title: string, description: string | null): string[] {
  const text = `${title}\n${description ?? ''}`;
  return patterns
    .filter(({ pattern }) => pattern.test(text))
    .slice(0, shownTopics)
    .map(({ topic }) => topic);
}

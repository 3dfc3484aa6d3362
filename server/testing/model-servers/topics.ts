import topics from './topics.json' with { type: 'json' };

/** What the test model knows about a subject. */
export interface Topic {
  key: string;
  name: string;
  language: string;
  words: readonly string[];
  tags: readonly string[];
  insights: readonly string[];
  questions: readonly string[];
}

export const allTopics: readonly Topic[] = topics;

const byKey = new Map(allTopics.map((topic) => [topic.key, topic]));

export const topicOf = (key: string): Topic => {
  const topic = byKey.get(key);
  if (!topic) throw new RangeError(`No topic ${key}`);
  return topic;
};

import { dataTopics } from './data.ts';
import { languageTopics } from './languages.ts';
import { platformTopics } from './platform.ts';
import { systemsTopics } from './systems.ts';
import type { Topic } from './topic.ts';
import { webTopics } from './web.ts';

export const allTopics: readonly Topic[] = [
  ...platformTopics,
  ...webTopics,
  ...dataTopics,
  ...systemsTopics,
  ...languageTopics,
];

const byKey = new Map(allTopics.map((topic) => [topic.key, topic]));

/** @throws RangeError for a key that no topic has. */
export const topicOf = (key: string): Topic => {
  const topic = byKey.get(key);
  if (!topic) throw new RangeError(`No topic ${key}`);
  return topic;
};

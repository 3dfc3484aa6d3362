import data from './topics/data.json' with { type: 'json' };
import languages from './topics/languages.json' with { type: 'json' };
import platform from './topics/platform.json' with { type: 'json' };
import systems from './topics/systems.json' with { type: 'json' };
import web from './topics/web.json' with { type: 'json' };

export interface Topic {
  key: string;
  name: string;
  language: string;
  words: readonly string[];
  tags: readonly string[];
  colours: readonly string[];
  channels: readonly string[];
  titles: readonly string[];
  subjects: readonly string[];
  insights: readonly string[];
  questions: readonly string[];
}

export const allTopics: readonly Topic[] = [...platform, ...web, ...data, ...systems, ...languages];

const byKey = new Map(allTopics.map((topic) => [topic.key, topic]));

export const topicOf = (key: string): Topic => {
  const topic = byKey.get(key);
  if (!topic) throw new RangeError(`No topic ${key}`);
  return topic;
};

import data from './topics/data.json' with { type: 'json' };
import languages from './topics/languages.json' with { type: 'json' };
import platform from './topics/platform.json' with { type: 'json' };
import systems from './topics/systems.json' with { type: 'json' };
import web from './topics/web.json' with { type: 'json' };

/** One field: videos are made from it, thumbnails coloured by it, and the model's comments draw on it. */
export interface Topic {
  key: string;
  /** How the field is called in a sentence and on a thumbnail. */
  name: string;
  language: string;
  /** Lower-case words that mean this field in a query or in a prompt. */
  words: readonly string[];
  tags: readonly string[];
  /** Flat thumbnail colours: ground and figure. */
  colours: readonly string[];
  channels: readonly string[];
  titles: readonly string[];
  /** What later uploads of the field are about. */
  subjects: readonly string[];
  /** What a practitioner could say under a video, as the rest of a sentence. */
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

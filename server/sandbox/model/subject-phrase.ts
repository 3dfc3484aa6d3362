import { pick } from '../random.ts';
import type { Subject } from './prompt-reader.ts';

const LONGEST = 60;

const isSentence = (head: string) =>
  /^(why|how|what|when|you|your|we|it|stop|is|do|did|my|i|p\d+|warum|wie|cómo|ignore|watch|learn|reading|writing|running|debugging|building|finding)\b|^(live|the \w+)$|[?!<>{}"\\¿&]|\.\s|\bwww\b|:\/\//i.test(
    head,
  );

const isFormat =
  /^(tutorial|course|curso|live|tips|anleitung|入門|解説|日本語|deutsch|german|español|spanish|français|french|português|portuguese|japanese|débutant|iniciantes)$/i;

const isTopic = (tag: string) =>
  /^[\p{L}\p{N}][\p{L}\p{N} .+#/-]{1,30}$/u.test(tag) && !isSentence(tag) && !isFormat.test(tag);

const asWritten = (tag: string, { title, description }: Subject): string => {
  const text = `${title}\n${description}`;
  const at = text.toLowerCase().indexOf(tag.toLowerCase());
  return at < 0 ? tag : text.slice(at, at + tag.length);
};

export const subjectPhrase = (subject: Subject): string => {
  const { title, topic, topics, language } = subject;
  const head = (title.split(/[:|(–—:]|\s-\s/)[0] ?? '').replace(/[!.,\s]+$/, '').trim();
  if (head.length >= 4 && head.length <= LONGEST && !isSentence(head)) return head;
  if (language === 'en' && topic.language === 'en') return topic.name;
  const tag = [...topics, ...topic.tags].find(isTopic);
  const name = tag ? asWritten(tag, subject) : topic.name;
  return name.charAt(0).toUpperCase() + name.slice(1);
};

export const otherTopic = (seed: string, subject: Subject, phrase: string): string => {
  const { topics, topic } = subject;
  const isOther = (tag: string) => isTopic(tag) && !phrase.toLowerCase().includes(tag.toLowerCase());
  const own = topics.filter(isOther);
  const choice = own.length > 0 ? own : topic.tags.filter(isOther);
  return choice.length > 0 ? asWritten(pick(`${seed}/topic`, choice), subject) : topic.name;
};

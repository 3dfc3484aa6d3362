import { between, pick, pickSome, unit } from '../deterministic.ts';
import type { Topic } from './topics/topic.ts';

const chapterWords: Record<string, readonly string[]> = {
  en: [
    'Intro',
    'The problem',
    'A first attempt',
    'What went wrong',
    'The fix',
    'Measuring it',
    'Questions',
    'Summary',
  ],
  de: ['Einleitung', 'Das Problem', 'Erster Versuch', 'Die Lösung', 'Messung', 'Fazit'],
  es: ['Introducción', 'El problema', 'Primer intento', 'La solución', 'Resumen'],
  ja: ['はじめに', '問題点', '解決方法', 'まとめ'],
  fr: ['Introduction', 'Le problème', 'La solution', 'Bilan'],
  pt: ['Introdução', 'O problema', 'A solução', 'Resumo'],
};

const stamp = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const chapters = (seed: string, language: string, duration: number): string => {
  const words = chapterWords[language] ?? chapterWords['en'] ?? [];
  const step = Math.floor(duration / words.length);
  return words
    .map((word, index) => {
      const at = index === 0 ? 0 : index * step + between(`${seed}/${index}`, 0, Math.floor(step / 3));
      return `${stamp(at)} ${word}`;
    })
    .join('\n');
};

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A description as uploaders write them: a lead, what was learned, chapters, hashtags. One in nine is very long. */
export const describeVideo = (seed: string, topic: Topic, duration: number): string => {
  const hashtags = pickSome(`${seed}/hash`, topic.tags, 3).map(
    (tag) => `#${tag.replace(/[^\p{L}\p{N}]+/gu, '')}`,
  );
  const learned = pickSome(`${seed}/learned`, topic.insights, 2).map(sentence);
  const short = [
    pick(`${seed}/lead`, topic.leads),
    learned.join(' '),
    chapters(`${seed}/chapter`, topic.language, duration),
    hashtags.join(' '),
  ].join('\n\n');
  if (unit(`${seed}/long`) > 1 / 9) return short;
  const spoken = [...topic.insights, ...topic.questions].map(sentence);
  const transcript = Array.from(
    { length: 60 },
    (_, index) => `${stamp(index * 47)} ${spoken[index % spoken.length]}`,
  );
  return `${short}\n\n${transcript.join('\n')}`.slice(0, 4_900);
};

import { between, pick, pickSome, unit } from '../random.ts';
import type { Topic } from './topics.ts';

const chapterWords: Record<string, readonly string[]> = {
  en: ['Intro', 'The problem', 'A first attempt', 'What went wrong', 'The fix', 'Measuring it', 'Summary'],
  de: ['Einleitung', 'Das Problem', 'Erster Versuch', 'Die Lösung', 'Messung', 'Fazit'],
  es: ['Introducción', 'El problema', 'Primer intento', 'La solución', 'Resumen'],
  ja: ['はじめに', '問題点', '解決方法', 'まとめ'],
};

const leads: Record<string, readonly string[]> = {
  en: [
    'A walkthrough with a real setup, real load and a few real mistakes.',
    'What changed, how we found out, and the numbers before and after.',
    'How to build something small and finish it, tests included.',
    'Trade-offs named as such, with what each side costs.',
  ],
  de: ['Schritt für Schritt und ohne Vorkenntnisse, mit allen Befehlen zum Mitlesen.'],
  es: ['Explicado con calma, con ejemplos que puedes repetir en tu propio equipo.'],
  ja: ['初心者の方にもわかりやすいように、手順をひとつずつ説明します。'],
};

const stamp = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const chapters = (seed: string, language: string, duration: number): string => {
  const words = chapterWords[language] ?? [];
  const step = Math.floor(duration / words.length);
  return words
    .map((word, index) => {
      const late = index === 0 ? 0 : between(`${seed}/${index}`, 0, Math.floor(step / 3));
      return `${stamp(index * step + late)} ${word}`;
    })
    .join('\n');
};

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

export const describeVideo = (seed: string, topic: Topic, duration: number): string => {
  const hashtags = pickSome(`${seed}/hash`, topic.tags, 3).map(
    (tag) => `#${tag.replace(/[^\p{L}\p{N}]+/gu, '')}`,
  );
  const short = [
    pick(`${seed}/lead`, leads[topic.language] ?? []),
    pickSome(`${seed}/learned`, topic.insights, 2).map(sentence).join(' '),
    chapters(`${seed}/chapter`, topic.language, duration),
    hashtags.join(' '),
  ].join('\n\n');
  if (unit(`${seed}/long`) > 1 / 9) return short;
  const spoken = [...topic.insights, ...topic.questions].map(sentence);
  const transcript = Array.from({ length: 60 }, (_, at) => `${stamp(at * 47)} ${spoken[at % spoken.length]}`);
  return `${short}\n\n${transcript.join('\n')}`.slice(0, 4_900);
};

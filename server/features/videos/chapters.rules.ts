import type { Chapter } from '#shared/contracts/material.ts';
import { secondsOf } from '#shared/rules/video-time.ts';

const fewest = 3;
const shortestSeconds = 10;
const time = String.raw`\(?\[?((?:\d{1,2}:)?\d{1,2}:[0-5]\d)\]?\)?`;
const timeFirst = new RegExp(
  String.raw`^(?:\d{1,3}[.)]\s+)?[^\p{L}\p{N}([]{0,10}${time}(?![\p{L}\p{N}:])(.*)$`,
  'u',
);
const timeLast = new RegExp(String.raw`^(.*?)[\s([]${time}$`, 'u');
const separators = /^[\s\-–—:|.•►]+|[\s\-–—:|•►]+$/g;

/** Returns the chapters that YouTube would show: the first at 0:00, three at least, each ten seconds long. */
export function chaptersOf(description: string | null): Chapter[] {
  const lines = (description ?? '').split('\n').map((line) => line.trim());
  // A time at the other end of a line belongs to no chapter: "Every Monday at 18:00".
  const byPlace = [
    lines.flatMap((line) => chapter(timeFirst.exec(line), 1, 2)),
    lines.flatMap((line) => chapter(timeLast.exec(line), 2, 1)),
  ];
  return byPlace.map(fromStart).find(isList) ?? [];
}

function chapter(found: RegExpExecArray | null, timeGroup: number, titleGroup: number): Chapter[] {
  const at = secondsOf(found?.[timeGroup] ?? '');
  const title = (found?.[titleGroup] ?? '').replace(separators, '');
  return at === null || title === '' ? [] : [{ at, title }];
}

const fromStart = (chapters: readonly Chapter[]) => chapters.slice(chapters.findIndex(({ at }) => at === 0));

const isList = (chapters: readonly Chapter[]) =>
  chapters.length >= fewest &&
  chapters[0]?.at === 0 &&
  chapters.every(({ at }, index) => index === 0 || at - (chapters[index - 1]?.at ?? 0) >= shortestSeconds);

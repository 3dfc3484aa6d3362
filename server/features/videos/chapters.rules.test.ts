import { expect, it } from 'vitest';
import { chaptersOf } from './chapters.rules.ts';

const three = [
  { at: 0, title: 'Intro' },
  { at: 65, title: 'The failure' },
  { at: 3723, title: 'What we changed' },
];

it.each([
  ['0:00 Intro\n1:05 The failure\n1:02:03 What we changed'],
  ['Lead.\n\n0:00 - Intro\n1:05 – The failure\n1:02:03 | What we changed\n\nMore at example.com'],
  ['(0:00) Intro\n(1:05) The failure\n[1:02:03] What we changed'],
  ['• 00:00 Intro\n• 01:05 The failure\n• 01:02:03 What we changed'],
  ['1. 0:00 Intro\n2. 1:05 The failure\n3. 1:02:03 What we changed'],
  ['Intro 0:00\nThe failure - 1:05\nWhat we changed (1:02:03)'],
  [
    'Live every Monday at 18:00\r\n0:00 Intro\r\nwith words between\r\n1:05 The failure\r\n1:02:03 What we changed',
  ],
])('reads chapters from %j', (description) => {
  expect(chaptersOf(description)).toEqual(three);
});

it.each([
  ['no description', null],
  ['no times', 'Rolling updates, probes and what to watch.'],
  ['two of them', '0:00 Intro\n1:05 The failure'],
  ['another first one', '0:01 Intro\n1:05 The failure\n2:00 The end'],
  ['a shorter one', '0:00 Intro\n1:05 The failure\n1:14 The end'],
  ['a disorder', '0:00 Intro\n2:05 The failure\n1:14 The end'],
  ['times without titles', '0:00\n1:05\n2:00'],
])('finds none with %s', (_, description) => {
  expect(chaptersOf(description)).toEqual([]);
});

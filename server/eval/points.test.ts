import { expect, it } from 'vitest';
import { pointDrafts, pointTable, repeatedWords } from './points.ts';
import { ratedMaterials } from './rated-drafts.ts';

it.each([
  ['Nurses were never asked', 'Nobody ever asked the nurses.', { repeated: 2, all: 3 }],
  ['Der Kalender entscheidet', 'Das Zimmer zählt nicht.', { repeated: 0, all: 2 }],
  ['言葉で伝える', '言葉だけが届きます。', { repeated: 1, all: 2 }],
])(
  'repeatedWords counts the words of “%s” that a draft repeats',
  (point, text, expected) => {
    expect(repeatedWords(point, text)).toEqual(expected);
  },
);

it('pointTable has a line for each kept draft, and one for all', () => {
  const lines = pointTable(pointDrafts).split('\n');
  expect(lines).toHaveLength(pointDrafts.length + 2);
  expect(lines.at(-1)).toMatch(/^All +\d+% +\d+%$/);
  const materials = new Set(ratedMaterials.map(({ key }) => key));
  expect(pointDrafts.filter(({ material }) => !materials.has(material))).toEqual([]);
});

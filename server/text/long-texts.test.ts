import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSteps } from '../testing/steps.ts';
import { createFactSearch } from './facts.rules.ts';
import { findLink } from './links.rules.ts';
import { numbersIn, saidNumbers } from './numbers.rules.ts';
import { transcriptPlanner } from './stretches.rules.ts';
import { comparable, findQuote, givenText, readTranscript } from './transcript.rules.ts';
import { avoidedPhrases, trimmed } from './words.rules.ts';

/** The longest transcript that is accepted (rule 8.17). */
const longest = 200_000;

const chain = (link: string, length = longest) =>
  link.repeat(Math.ceil(length / link.length));

describe('a text of 200,000 letters that is made to be slow (rule 8.17)', () => {
  it.each(['tausend', 'tausendund', 'hundertund', 'undund', 'zweihundert'])(
    'has no spoken number in a chain of “%s”',
    (link) => {
      expect(saidNumbers(`${chain(link)}'x`).filter(({ value }) => value > 1)).toEqual(
        [],
      );
    },
  );

  it.each(['1,', '1.', '9', '1.,'])('has one number in a chain of “%s”', (link) => {
    expect(numbersIn(`${chain(link)}1`)).toHaveLength(1);
  });

  it.each([
    ['numbers', (text: string) => saidNumbers(text), 'once '],
    ['numbers', (text: string) => saidNumbers(text), 'twenty and '],
    ['links', findLink, '//a.com/…'],
    ['links', findLink, 'a.b '],
    ['transcript lines', (text: string) => readTranscript(text, ['Intro']), 'Intro\n\n'],
  ])(
    'has its %s read in time that grows linearly with its length (%#)',
    (_, read, link) => {
      const stepsOf = (length: number) => countSteps(() => read(chain(link, length)));
      expect(stepsOf(20_000)).toBeLessThan(2.5 * stepsOf(10_000));
    },
  );

  it('is compared without punctuation at its ends but with that inside', () => {
    const dots = chain('.');
    expect(comparable(`“a${dots}b”.`) === `a${dots}b`).toBe(true);
    expect(avoidedPhrases(`a${chain('.')}b`)).toEqual([]);
  });

  it('is searched for a quote of many pieces', () => {
    const texts = [givenText('transcript', chain('the probe waits '))];
    const pieces = Array.from({ length: 100 }, (_, at) => `piece ${at}`).join('…');
    expect(findQuote(texts, pieces)).toBeNull();
    expect(findQuote(texts, `the probe waits…${pieces}`)).not.toBeNull();
  });

  it('is searched for the facts of a draft', () => {
    const facts = createFactSearch([givenText('notes', chain('once -a-bbb-. '))]);
    const name = `A${'-bbb'.repeat(2000)}-b1`;
    const kind = { hasNames: true, isNounCapital: false };
    const unsupported = facts
      .factsIn(`See ${name} at 12:34.`, kind)
      .filter(({ passage }) => passage === null)
      .map(({ text }) => text);
    expect(unsupported).toEqual(['12:34', name]);
  });

  it('has a section for every five minutes although its times jump', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => ({
      at: at % 7,
      text: 'words',
    }));
    const transcript = { lines: [...lines, { at: 3_000_000, text: 'the end' }] };
    const wanted = {
      chapters: [],
      point: null,
      notes: null,
      title: '',
      profile: [],
      chosen: [],
    };
    const { sections } = transcriptPlanner(transcript, wanted)(1000);
    expect(sections).toHaveLength(10_001);
    expect(sections.slice(0, 2).map(({ line }) => line)).toEqual(['words', 'the end']);
  });
});

describe('long text with one address (rule 8.2)', () => {
  it('has its address found at any place', () => {
    const words = fc.constantFrom(
      'probes',
      'lie,',
      'and',
      'the',
      'cluster',
      'waits.\n',
      'für',
      '集群',
    );
    const text = fc.array(words, { maxLength: 900 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(findLink(`${before} ${after}`)).toBeNull();
        expect(findLink(`${before} see evil-probes.com/start for ${after}`)).toContain(
          'evil-probes.com',
        );
      }),
      { numRuns: 60 },
    );
  });

  it('yields no false address when a part of it ends within a name', () => {
    for (let length = 1900; length < 2010; length += 1)
      expect(
        findLink(`${'a '.repeat(length / 2)}app.kubernetes.io/name ${'a '.repeat(300)}`),
      ).toBeNull();
  });
});

it('numbersIn reads no number from “constructor”, a property of every object', () => {
  expect(numbersIn('the constructor of a class')).toEqual([]);
});

it('trimmed removes the same characters at both ends as a regular expression', () => {
  const letters = fc
    .array(fc.constantFrom('.', ' ', 'a', '"'), { maxLength: 30 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(letters, (text) => {
      expect(trimmed(text, /[". ]/, /[. ]/)).toBe(
        text.replace(/^[". ]+/, '').replace(/[. ]+$/, ''),
      );
    }),
  );
});

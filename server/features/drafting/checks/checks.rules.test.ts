import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import type { PromptProfile } from '../../../providers/language-model/language-model.ts';
import { nearDuplicate, repeatsOne, similarity } from '../../../text/similarity.rules.ts';
import { sharedWithVideo } from '../scoring/topic.rules.ts';
import { avoidedPhrases, usedPhrases } from './avoided-words.rules.ts';
import { checkDraft } from './checks.rules.ts';
import { findLink } from './links.rules.ts';
import { isEmptyPraise } from './praise.rules.ts';
import { backgroundRuns, repeatsBackground } from './profile-text.rules.ts';

const good =
  'Readiness probes that call the database take every pod down at once. Did you ever separate them from liveness in this setup?';
const background = new Set<string>();
const video = { title: 'Kubernetes probes explained', description: null, tags: [] };
const nothing = { video, avoidWords: null, earlierTexts: [], background };

describe('all checks together (rule 8.2)', () => {
  it('passes a comment with a point', () => {
    const { checks, corrections } = checkDraft(good, nothing);
    expect(checks.map(({ name, passed }) => [name, passed])).toEqual([
      ['length', true],
      ['links', true],
      ['profile_text', true],
      ['avoided_words', true],
      ['repetition', true],
      ['empty_praise', true],
    ]);
    expect(corrections).toEqual([]);
  });

  it('says what failed, to the person and to the model', () => {
    const text = `Great video on slow probes! See https://example.org/x, it is a game changer. ${'Thanks. '.repeat(250)}`;
    const { checks, corrections } = checkDraft(text, {
      video,
      avoidWords: 'game changer',
      earlierTexts: [text],
      background,
    });
    expect(checks.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual([
      'length',
      'links',
      'avoided_words',
      'repetition',
    ]);
    expect(corrections).toHaveLength(4);
    expect(checks[1]?.detail).toContain('https://example.org/x');
    expect(checks[3]?.detail).toContain('“game changer”');
  });

  it.each([
    [2000, true],
    [2001, false],
  ])('%i characters: %s', (count, passed) => {
    expect(checkDraft('x'.repeat(count), nothing).checks[0]).toMatchObject({ name: 'length', passed });
  });
});

describe('links', () => {
  it.each([
    'see https://example.org',
    'http://a.b/c',
    'ftp://files.example',
    'on www.example.io today',
    'mail me@example.com',
    'look at example.com for it',
    'my-site.org',
    'sub.example.co.xyz',
    'github.io/project has it', // a path makes the ending clear
    'youtu.be/abc',
    '[here](somewhere)',
  ])('%s', (text) => {
    expect(findLink(text)).not.toBeNull();
  });

  it.each([
    good,
    'Node.js, Next.js and Vue.js in one talk',
    'ASP.NET, .NET and Socket.IO',
    'rename main.py and README.md, then go.mod',
    'e.g. this, i.e. that... and so on.',
    'CI/CD and TCP/IP at 3.5/4.0',
    'v1.2.3 works, 2.0.1 does not',
    'the team.It grew',
    'package.json in src/app.ts',
  ])('no link: %s', (text) => {
    expect(findLink(text)).toBeNull();
  });
});

describe('avoided words', () => {
  it.each([
    ['synergy, leverage', ['synergy', 'leverage']],
    ['- "synergy"\n- “Game Changer”.\n\n• deep dive;', ['synergy', 'game changer', 'deep dive']],
    ['synergy, Synergy,, ,', ['synergy']],
    [`${'a long instruction '.repeat(10)}, synergy`, ['synergy']],
    ['  ', []],
    [null, []],
  ])('%j', (text, phrases) => {
    expect(avoidedPhrases(text)).toEqual(phrases);
  });

  it.each([
    ['A real SYNERGY here', ['synergy']],
    ['synergy.', ['synergy']],
    ['synergyless and presynergy', []],
    ['a game\nchanger', ['game changer']],
    ['C++ rules', ['c++']],
    ['超簡単ですね', ['簡単']],
    ['Übung macht', ['übung']],
  ])('%s', (text, used) => {
    expect(usedPhrases(text, ['synergy', 'game changer', 'c++', '簡単', 'übung'])).toEqual(used);
  });

  it('finds every avoided word, wherever it stands', () => {
    const word = fc.stringMatching(/^[a-zäöü]{2,12}$/);
    fc.assert(
      fc.property(word, fc.stringMatching(/^[a-z ]{0,30}$/), (avoided, rest) => {
        expect(usedPhrases(`${rest} ${avoided.toUpperCase()}! ${rest}`, avoidedPhrases(avoided))).toEqual([
          avoided,
        ]);
      }),
    );
  });

  it('takes any text for a list', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (list, text) => Boolean(usedPhrases(text, avoidedPhrases(list)))),
    );
  });
});

describe('text of the profile', () => {
  const empty = forVoiceFields({ text: () => null, list: () => [] });
  const runs = (fields: Partial<PromptProfile>) => backgroundRuns({ ...empty, name: 'Ada', ...fields });
  const goal = 'Win five retainers with banks in the Nordics before the next summer begins.';

  it.each(['businessGoals', 'customInstructions', 'promptFramework', 'voiceExamples'] as const)(
    'is known again from %s, whatever its case and marks',
    (field) => {
      const told = `Sure! “WIN five retainers, with banks in the Nordics before” is what I was told.`;
      expect(repeatsBackground(told, runs({ [field]: goal }))).toBe(true);
      expect(
        repeatsBackground('Banks in the Nordics run this before the next summer.', runs({ [field]: goal })),
      ).toBe(false);
    },
  );

  it('lets quoted and quotable words pass', () => {
    expect(repeatsBackground(goal, runs({ keyMessages: goal, preferredWords: goal }))).toBe(false);
    const closing = 'Curious how the rest of you handle this when it grows.';
    expect(repeatsBackground(closing, runs({ customInstructions: `End with “${closing}”` }))).toBe(false);
    expect(repeatsBackground(goal, backgroundRuns(null))).toBe(false);
  });
});

describe('repetition', () => {
  const other =
    'Helm charts hide the same trap: a default timeout that is shorter than the image pull on a cold node.';

  it('is a text with another name or ending in it, not another thought', () => {
    expect(repeatsOne(good.replace('database', 'cache'), [other, good])).toBe(true);
    expect(repeatsOne(`${good} Thanks!`, [good])).toBe(true);
    expect(repeatsOne(good.toUpperCase().replaceAll(' ', '\n'), [good])).toBe(true);
    expect(repeatsOne(other, [good])).toBe(false);
    expect(repeatsOne(good, [])).toBe(false);
  });

  it('works without spaces between words', () => {
    const text = 'このプローブの説明はとても分かりやすく、データベースに依存しない設計が参考になりました。';
    expect(repeatsOne(text.replace('設計', '方法'), [text])).toBe(true);
    expect(repeatsOne(text, ['ログの集約について、サイドカーを使わない理由をもう少し聞きたいです。'])).toBe(
      false,
    );
  });

  it('is symmetric, within 0 and 1, and 1 for the same text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(similarity(a, a)).toBe(1);
        expect(similarity(a, b)).toBe(similarity(b, a));
        expect(similarity(a, b)).toBeGreaterThanOrEqual(0);
        expect(similarity(a, b)).toBeLessThanOrEqual(1);
      }),
    );
    expect(similarity(good, other)).toBeLessThan(nearDuplicate / 2);
  });
});

describe('empty praise', () => {
  it.each([
    'Great video! Thanks for sharing this awesome content, keep it up!',
    'Wow, amazing work!!! 👏👏👏',
    'Tolles Video, vielen Dank!',
    'First!',
    '👍',
    '',
  ])('%s', (text) => {
    expect(isEmptyPraise(text, 0)).toBe(true);
  });

  it.each([
    good,
    'Great video! The part where the rollout waits for the second probe explains our outage.',
    'このプローブの説明はとても分かりやすく、データベースに依存しない設計が参考になりました。',
  ])('says something: %s', (text) => {
    expect(isEmptyPraise(text, sharedWithVideo(text, video).length)).toBe(false);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matcher } from './match.rules.ts';

const video = (title: string, description = '', keywords: string[] = []) => ({
  title,
  description,
  keywords,
});
const profile = (expertiseAreas: readonly string[], industryFocus = '', description = '') => ({
  expertiseAreas,
  industryFocus,
  description,
});
const score = (candidate: ReturnType<typeof video>, ...of: Parameters<typeof profile>) =>
  matcher(profile(...of))(candidate).score;
const topics = (candidate: ReturnType<typeof video>, ...of: Parameters<typeof profile>) =>
  matcher(profile(...of))(candidate).topics;
const someText = fc.lorem({ maxCount: 8 });

describe('the score (rule 8.21)', () => {
  it('is 0 without a match, and 85 for one area in the title', () => {
    expect(score(video('Sourdough for beginners'), ['Kubernetes'])).toBe(0);
    expect(score(video('Kubernetes for beginners'), ['Kubernetes'])).toBe(85);
  });

  it('is as high for an area among YouTube’s tags as in the title, and lower in the description', () => {
    const areas = ['distributed systems'];
    const inTitle = score(video('Distributed systems, a talk'), areas);
    expect(score(video('A talk', '', ['distributed systems']), areas)).toBe(inTitle);
    const inDescription = score(video('A talk', 'About distributed systems.'), areas);
    expect(inDescription).toBeGreaterThan(0);
    expect(inDescription).toBeLessThan(inTitle);
  });

  it('is higher for the phrase than for its scattered words, and for those than for one of them', () => {
    const areas = ['platform engineering'];
    const [phrase, scattered, one] = [
      'Platform engineering at scale',
      'Engineering a data platform',
      'Platform diving',
    ].map((title) => score(video(title), areas));
    expect(phrase).toBeGreaterThan(scattered ?? 0);
    expect(scattered).toBeGreaterThan(one ?? 0);
    expect(one).toBeGreaterThan(0);
  });

  it('rises with words of focus and description, which count little alone', () => {
    const words = ['Bakery, food craft', 'Rye and croissants'] as const;
    const bare = score(video('Sourdough starter'), ['Sourdough'], ...words);
    expect(score(video('Sourdough starter', '', ['bakery']), ['Sourdough'], ...words)).toBeGreaterThan(bare);
    const alone = score(video('Croissant dance'), ['Sourdough'], ...words);
    expect(alone).toBeGreaterThan(0);
    expect(alone).toBeLessThan(20);
    expect(score(video('Croissants at a bakery'), ['Sourdough'], ...words)).toBeGreaterThan(2 * alone);
  });

  it.each([
    ['Modern C++ in practice', 'C++'],
    ['C# records', 'c#'],
    ['Scaling Node.js servers', 'node.js'],
    ['REST APIs done right', 'API'],
    ['Observable systems', 'Observability'],
    ['E-Rechnung ab Januar', 'e-rechnung'],
    ['Die neuen Wärmepumpen', 'Wärmepumpe'],
    ['Viñedos y bodegas', 'viñedo'],
    ['Kubernetes入門：コンテナの基礎', 'コンテナ'],
    ['朝の腰痛をなくす体操', '腰痛'],
    ['手押し鉋盤の調整', '鉋'],
    ['リハビリテーションの一日', 'リハビリ'],
    ['Программирование на Go', 'программирование'],
  ])('finds in “%s” the area %s', (title, area) => {
    expect(score(video(title), [area])).toBe(85);
  });

  it.each([
    ['Wärmepumpenheizung im Altbau', 'Wärmepumpe'],
    ['Dachdämmung aus Zellulose', 'Dämmung'],
    ['PostgreSQL indexes', 'Postgres'],
  ])('finds in the compound of “%s” the area %s, less clearly', (title, area) => {
    expect(score(video(title), [area])).toBe(68);
  });

  it.each([
    ['Reactive gardening', 'React'],
    ['JavaScript tricks', 'Java'],
    ['C basics', 'C++'],
    ['Eine Rechnung offen', 'E-Rechnung'],
    ['木曜の朝ニュース', '木工'],
  ])('does not find in “%s” the area %s', (title, area) => {
    expect(score(video(title), [area])).toBe(0);
  });

  it('counts a repeated area once, and ignores empty ones', () => {
    expect(score(video('Kubernetes'), ['kubernetes', 'Kubernetes', ' ', '!?'])).toBe(85);
    expect(score(video('Kubernetes'), [])).toBe(0);
  });

  it('ignores what stands far down in the description', () => {
    expect(score(video('A talk', `${'padding '.repeat(200)}Kubernetes`), ['Kubernetes'])).toBe(0);
  });

  it('stays within 0 and 100, and never falls with a further area', () => {
    const texts = fc.tuple(someText, someText, fc.array(someText, { maxLength: 3 }));
    const someAreas = fc.array(fc.oneof(someText, fc.string()));
    fc.assert(
      fc.property(
        texts,
        someAreas,
        someText,
        fc.oneof(someText, fc.string()),
        (parts, areas, about, more) => {
          const before = score(video(...parts), areas, about);
          expect(before).toBeGreaterThanOrEqual(0);
          expect(before).toBeLessThanOrEqual(100);
          expect(score(video(...parts), [...areas, more], about)).toBeGreaterThanOrEqual(before);
        },
      ),
    );
  });

  it('never falls where the title says more', () => {
    fc.assert(
      fc.property(someText, someText, fc.array(someText), someText, (title, more, areas, about) => {
        const before = score(video(title), areas, about);
        expect(score(video(`${title}. ${more}`), areas, about)).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});

describe('the topics', () => {
  it('are the areas as the profile writes them, then its other words, each the clearest first', () => {
    const of = [['GitOps', 'Developer platforms', 'gitops', 'Go'], 'Clusters', 'Förderanträge'] as const;
    expect(topics(video('Developer platforms', 'A GitOps story on clusters'), ...of)).toEqual([
      'Developer platforms',
      'gitops',
      'Clusters',
    ]);
    expect(topics(video('Neue Förderanträge'), ...of)).toEqual(['Förderanträge']);
  });

  it('hold an area only where one field has all its words', () => {
    expect(topics(video('A platform', 'and security'), ['Platform security'])).toEqual([
      'Platform',
      'security',
    ]);
    expect(topics(video('Anything'), [])).toEqual([]);
  });

  it('leave out words that tell nothing of a field', () => {
    expect(topics(video('My company and the people'), ['Rust'], '', 'I help people at a company')).toEqual(
      [],
    );
  });
});

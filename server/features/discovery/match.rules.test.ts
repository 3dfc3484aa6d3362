import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MatchableVideo, matchScorer, topicMatcher } from './match.rules.ts';

const video = (title: string, description = '', tags: string[] = []) => ({ title, description, tags });
const matchScore = (candidate: MatchableVideo, areas: readonly string[]) => matchScorer(areas)(candidate);
const someText = fc.lorem({ maxCount: 8 });

describe('matchScorer', () => {
  it('is 0 without a match, and 85 for one area in the title', () => {
    expect(matchScore(video('Sourdough for beginners'), ['Kubernetes'])).toBe(0);
    expect(matchScore(video('Kubernetes for beginners'), ['Kubernetes'])).toBe(85);
  });

  it('values the title above the description', () => {
    const inDescription = matchScore(video('A talk', 'About distributed systems.'), ['distributed systems']);
    expect(inDescription).toBeGreaterThan(0);
    expect(inDescription).toBeLessThan(
      matchScore(video('Distributed systems, a talk'), ['distributed systems']),
    );
  });

  it('values the phrase above its scattered words, and those above nothing', () => {
    const areas = ['platform engineering'];
    const phrase = matchScore(video('Platform engineering at scale'), areas);
    const scattered = matchScore(video('Engineering a data platform'), areas);
    expect(phrase).toBeGreaterThan(scattered);
    expect(scattered).toBeGreaterThan(0);
  });

  it.each([
    ['Modern C++ in practice', 'C++'],
    ['C# records', 'c#'],
    ['Scaling Node.js servers', 'node.js'],
    ['REST APIs done right', 'API'],
    ['Kubernetes入門：コンテナの基礎', 'コンテナ'],
    ['Программирование на Go', 'программирование'],
  ])('finds in “%s” the area %s', (title, area) => {
    expect(matchScore(video(title), [area])).toBe(85);
  });

  it.each([
    ['Reactive gardening', 'React'],
    ['JavaScript tricks', 'Java'],
    ['C basics', 'C++'],
  ])('does not find in “%s” the area %s', (title, area) => {
    expect(matchScore(video(title), [area])).toBe(0);
  });

  it('counts a repeated area once, and ignores empty ones', () => {
    expect(matchScore(video('Kubernetes'), ['kubernetes', 'Kubernetes', ' ', '!?'])).toBe(85);
    expect(matchScore(video('Kubernetes'), [])).toBe(0);
  });

  it('stays within 0 and 100, and never falls with a further area', () => {
    fc.assert(
      fc.property(
        someText,
        someText,
        fc.array(fc.oneof(someText, fc.string())),
        fc.string(),
        (title, text, areas, more) => {
          const score = matchScore(video(title, text), areas);
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(100);
          expect(matchScore(video(title, text), [...areas, more])).toBeGreaterThanOrEqual(score);
        },
      ),
    );
  });
});

describe('topicMatcher', () => {
  const topics = topicMatcher(['GitOps', 'developer platforms', 'gitops', 'go']);

  it('names each area once that a field holds whole, the clearest first', () => {
    expect(topics(video('Developer platforms', 'A GitOps story'))).toEqual(['developer platforms', 'gitops']);
    expect(topics(video('A platform for each developer', '', ['GitOps']))).toEqual([
      'gitops',
      'developer platforms',
    ]);
  });

  it('names none of which a word is missing, or spread over fields', () => {
    expect(topics(video('A developer', 'and a platform'))).toEqual([]);
    expect(topicMatcher([])(video('Anything'))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { type GroundedSentence, steers } from '#shared/contracts/comment-detail.ts';
import { type CommentStyle, commentStyles } from '#shared/contracts/primitives.ts';
import { type Draft, preparedApp } from '../../testing/prepared-app.ts';
import { loadContent, type Sentence, textOf, type Video } from './content.ts';

const { videos } = loadContent();
const { generate, again } = preparedApp();

/**
 * Returns everything the app marks in a draft: failed checks, sources it cannot find and
 * unsupported facts.
 */
const marksOf = ({ analysis }: Draft): string[] => [
  ...analysis.checks.filter(({ passed }) => !passed).map(({ detail }) => detail),
  ...analysis.sentences.flatMap(({ text, source, unsupported }: GroundedSentence) => [
    ...(source === null ? [`Source not found: ${text}`] : []),
    ...unsupported.map((fact) => `“${fact}” stands in nothing given: ${text}`),
  ]),
];

const expectPrepared = (
  answer: Draft,
  video: Video,
  sentences: readonly Sentence[] | undefined,
) => {
  expect(answer.content).toBe(textOf(sentences ?? [], video.language));
  expect(marksOf(answer)).toEqual([]);
};

describe.each(videos.map((video) => [video.id, video] as const))(
  'prepared video %s',
  (_, video) => {
    let id = 0;
    const { insightful } = video.drafts;

    it('has a draft in each style that passes every check and has its reading’s score', async () => {
      const answers = new Map<CommentStyle, Draft>();
      for (const style of commentStyles) {
        const answer =
          id === 0 ? await generate(video, { style }) : await again(id, { style });
        id = answer.id;
        answers.set(style, answer);
      }
      for (const [style, answer] of answers) {
        expectPrepared(answer, video, video.drafts[style].sentences);
        const { reading } = video.drafts[style];
        expect(answer.analysis.reading).toMatchObject({
          for: reading.for,
          against: reading.against || null,
        });
        expect(answer.score).toBe(reading.score);
      }
    });

    it('has three different drafts when the user presses Generate Again three times', async () => {
      const texts: string[] = [];
      for (let press = 0; press < 3; press += 1) {
        const answer = await again(id);
        expect(marksOf(answer)).toEqual([]);
        texts.push(answer.content);
      }
      expect(new Set(texts).size).toBe(3);
    });

    // Not every video has these. A skipped test fails a CI run, so videos without them
    // get no such test.
    if (insightful.changes) {
      it('has a prepared change of its draft for each button', async () => {
        expectPrepared(await again(id), video, insightful.sentences);
        for (const steer of steers)
          expectPrepared(await again(id, { steer }), video, insightful.changes?.[steer]);
      });
    }
    if (insightful.withTranscript) {
      it('has a draft that uses a transcript when the user pastes one', async () => {
        const transcript = (video.transcript ?? [])
          .map(({ at, text }) => `${timeOf(at)}\n${text}`)
          .join('\n');
        expectPrepared(await again(id, { transcript }), video, insightful.withTranscript);
      });
    }
  },
);

/** Formats a time as YouTube’s transcript panel does. */
const timeOf = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

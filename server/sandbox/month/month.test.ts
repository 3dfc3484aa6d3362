import { describe, expect, it } from 'vitest';
import { createLookups } from '../../features/drafting/lookups.rules.ts';
import { chaptersOf } from '../../features/videos/video.rules.ts';
import { fakeClock } from '../../testing/clock.ts';
import { wordsOf } from '../../text/words.rules.ts';
import { acceptsComments, type Catalogue } from '../catalogue.ts';
import { createContentCatalogue, youtubeIdOf } from '../content/catalogue.ts';
import { loadContent, loadMonthVideos } from '../content/content.ts';
import { planMonth } from './plan.ts';
import { loadMonthRecords } from './records.ts';
import { monthTimes } from './times.ts';

const records = loadMonthRecords();
const now = fakeClock().now();
const catalogue: Catalogue = createContentCatalogue(now);
const planAt = (at: Date) =>
  planMonth(
    { now: at, timeZone: 'Europe/Berlin', firstId: 1, clientId: 'x' },
    {
      findVideo: (id) => createContentCatalogue(at).find(id, at),
      handleOf: () => '@channel',
    },
  );
const plan = planAt(now);

const texts = [
  ...plan.comments.map(({ record, text }) => ({ name: record.id, text })),
  ...plan.replies.flatMap(({ record, answer }) =>
    answer ? [{ name: `answer/${record.comment}`, text: answer.text }] : [],
  ),
];

describe('sample month', () => {
  it('has sixty comments, in every state', () => {
    expect(texts).toHaveLength(60);
    const states = new Set(records.comments.map(({ state }) => state));
    expect([...states].sort()).toEqual([
      'approved',
      'failed',
      'pending',
      'posted',
      'rejected',
      'scheduled',
    ]);
  });

  it('has no two texts that begin with the same four words', () => {
    const openings = texts.map(({ text }) => wordsOf(text).slice(0, 4).join(' '));
    expect(
      openings.filter((opening, index) => openings.indexOf(opening) !== index),
    ).toEqual([]);
  });

  it('has one comment per video, unless the first comment was withdrawn', () => {
    const standing = records.comments.filter(
      (comment) => comment.state !== 'posted' || !comment.withdrawn,
    );
    const keys = standing.map(({ video }) => video);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('refers only to comments that exist', () => {
    const ids = new Set(records.comments.map(({ id }) => id));
    const named = [
      ...records.replies.map(({ comment }) => comment),
      ...records.voice.rules.flatMap(({ evidence }) =>
        evidence.map(({ comment }) => comment),
      ),
      ...records.around.notices.flatMap(({ comments, repliesTo }) => [
        ...comments,
        ...repliesTo,
      ]),
    ];
    expect(named.filter((name) => !ids.has(name))).toEqual([]);
  });

  it('proves its style rules with sentences from drafts and their edited texts', () => {
    for (const { text, evidence } of records.voice.rules)
      for (const { comment, before, after } of evidence) {
        const found = plan.comments.find(({ record }) => record.id === comment);
        expect(found?.draft.text, text).toContain(before);
        expect(found?.text, text).toContain(after);
      }
  });

  it.each([
    '2026-03-04T23:05:00Z',
    '2026-03-05T01:10:00Z',
    '2026-03-05T11:00:00Z',
    '2026-10-25T22:30:00Z',
  ])('has its events in order when it is loaded at %s', (loadedAt) => {
    const at = new Date(loadedAt);
    const { comments, replies } = planAt(at);
    const time = monthTimes(at, 'Europe/Berlin');
    for (const comment of comments) expectInOrder(comment, at, time);
    for (const { record, to } of replies) {
      if (to.record.state !== 'posted')
        throw new Error(`${to.record.id} was not posted.`);
      expect(time(record.at) > time(to.record.posted), record.comment).toBe(true);
      if (record.answer)
        expect(time(record.answer.drafted) > time(record.at), record.comment).toBe(true);
    }
  });
});

type Plan = ReturnType<typeof planAt>;

function expectInOrder(
  { record, video }: Plan['comments'][number],
  now: Date,
  time: Plan['at'],
) {
  const redrafted = record.state === 'pending' ? record.redrafted : undefined;
  const drafted = time(redrafted?.at ?? record.drafted);
  expect(drafted > video.publishedAt, record.id).toBe(true);
  expect(drafted < now, record.id).toBe(true);
  if (record.state === 'posted')
    expect(time(record.posted) > drafted, record.id).toBe(true);
  if (record.state === 'scheduled') {
    const leftMs = time(record.scheduled).getTime() - now.getTime();
    expect(leftMs, record.id).toBeGreaterThan(6 * 3_600_000);
  }
}

describe('videos of the sample month', () => {
  const videos = loadMonthVideos();

  it('are of known channels and have unique IDs and thumbnail texts', () => {
    const channels = new Set(loadContent().channels.map(({ key }) => key));
    expect(
      videos.filter(({ channel }) => !channels.has(channel)).map(({ id }) => id),
    ).toEqual([]);
    const ids = [...videos, ...loadContent().videos].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const pictures = [...videos, ...loadContent().videos].map(
      ({ thumbnail }) => thumbnail.text,
    );
    expect(pictures.filter((text, index) => pictures.indexOf(text) !== index)).toEqual(
      [],
    );
  });

  it('accept comments, except the one whose comment failed for that reason', () => {
    const closed = videos.filter(({ id }) => {
      const video = catalogue.find(youtubeIdOf(id), now);
      return !video || !acceptsComments(video);
    });
    expect(closed.map(({ id }) => id)).toEqual(['tsconfig-project-references']);
  });

  it('have drafts whose sources and facts the app finds in them', () => {
    const wrong = videos.flatMap(({ id, title, description, draft, tags }) => {
      const given = {
        title,
        channelTitle: '',
        topics: tags,
        description,
        chapters: chaptersOf(description),
        comments: [],
        thread: [],
        transcript: null,
        notes: null,
        point: null,
        profile: [],
        ownComments: [],
      };
      const text = draft.sentences.map((sentence) => sentence.text).join(' ');
      const lookups = createLookups(given, { profile: null, instructions: '' });
      const claims = draft.sentences.map(({ text: sentence, kind, quote }) => ({
        sentence,
        kind,
        quote,
      }));
      const found = lookups.ground(text, claims).sentences;
      return found
        .filter(({ source, unsupported }) => source === null || unsupported.length > 0)
        .map((sentence) => `${id}: ${sentence.text} ${sentence.unsupported.join(', ')}`);
    });
    expect(wrong).toEqual([]);
  });

  it('have a reading that quotes the draft', () => {
    const wrong = videos.filter(({ draft }) => {
      const text = draft.sentences.map((sentence) => sentence.text).join(' ');
      return !text.includes(draft.reading.for) || !text.includes(draft.reading.against);
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});

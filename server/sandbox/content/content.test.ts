import { describe, expect, it } from 'vitest';
import { createFactSearch } from '../../text/facts.rules.ts';
import { findLink } from '../../text/links.rules.ts';
import { capitalisesNouns } from '../../text/names.rules.ts';
import { givenText } from '../../text/transcript.rules.ts';
import { sentencesOf, wordsOf } from '../../text/words.rules.ts';
import {
  loadContent,
  motifsByField,
  type Sentence,
  textOf,
  type Video,
} from './content.ts';

const { channels, videos } = loadContent();

/** A prepared text that the owner may post, with the name of its place in the file. */
interface Prepared {
  video: Video;
  name: string;
  sentences: readonly Sentence[];
  text: string;
}

const prepare = (
  video: Video,
  name: string,
  sentences: readonly Sentence[] | undefined,
): Prepared[] =>
  sentences
    ? [
        {
          video,
          name: `${video.id} ${name}`,
          sentences,
          text: textOf(sentences, video.language),
        },
      ]
    : [];

/**
 * Returns the drafts, the other takes and the questions: texts that were each written
 * from scratch.
 */
const originalsOf = (video: Video): Prepared[] => {
  const { insightful, supportive, questioning } = video.drafts;
  return [
    ...prepare(video, 'insightful', insightful.sentences),
    ...prepare(video, 'supportive', supportive.sentences),
    ...prepare(video, 'questioning', questioning.sentences),
    ...prepare(video, 'first take', insightful.takes[0]),
    ...prepare(video, 'second take', insightful.takes[1]),
  ];
};

const withTranscriptOf = (video: Video) =>
  prepare(video, 'withTranscript', video.drafts.insightful.withTranscript);
const askInsteadOf = (video: Video) =>
  prepare(video, 'ask_instead', video.drafts.insightful.changes?.ask_instead);
const shorterOf = (video: Video) =>
  prepare(video, 'shorter', video.drafts.insightful.changes?.shorter);
const answerOf = (video: Video) => prepare(video, 'answer', video.reply?.answer);

const rewordedOf = (video: Video): Prepared[] => [
  ...prepare(video, 'more_concrete', video.drafts.insightful.changes?.more_concrete),
  ...prepare(video, 'less_certain', video.drafts.insightful.changes?.less_certain),
];

/**
 * Returns everything but the answers, which belong to a thread and have their own length
 * limits.
 */
const commentsOf = (video: Video): Prepared[] => [
  ...originalsOf(video),
  ...withTranscriptOf(video),
  ...rewordedOf(video),
  ...shorterOf(video),
  ...askInsteadOf(video),
];

const comments = videos.flatMap(commentsOf);
const answers = videos.flatMap(answerOf);

const topCommentsOf = (video: Video): string[] =>
  [...video.comments]
    .sort((one, other) => other.likes - one.likes)
    .slice(0, 3)
    .map(({ text }) => text);

const spokenOf = (video: Video): string =>
  (video.transcript ?? []).map(({ text }) => text).join(' ');

const threadOf = (video: Video): string[] => [
  textOf(video.drafts.insightful.sentences, video.language),
  video.reply?.text ?? '',
];

/** Returns the texts in which a quote of this kind may occur. */
function partsOf(video: Video, kind: Sentence['kind']): string[] {
  switch (kind) {
    case 'description':
      return [video.description];
    case 'chapter':
      return video.chapters.map(({ title }) => title);
    case 'comment':
      return topCommentsOf(video);
    case 'transcript':
      return [spokenOf(video)];
    default:
      return [''];
  }
}

const duplicates = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

describe('the channels of the sandbox', () => {
  it('have unique keys, titles and handles', () => {
    expect(duplicates(channels.map(({ key }) => key))).toEqual([]);
    expect(duplicates(channels.map(({ title }) => title))).toEqual([]);
    expect(duplicates(channels.map(({ handle }) => handle))).toEqual([]);
  });

  it('are two or three for each field that has videos', () => {
    for (const field of new Set(videos.map((video) => video.field))) {
      const count = channels.filter((channel) => channel.field === field).length;
      expect(count, field).toBeGreaterThanOrEqual(2);
      expect(count, field).toBeLessThanOrEqual(3);
    }
  });

  it('each have a video if their field has videos', () => {
    const fields = new Set(videos.map((video) => video.field));
    const used = new Set(videos.map(({ channel }) => channel));
    const idle = channels.filter(({ key, field }) => fields.has(field) && !used.has(key));
    expect(idle.map(({ key }) => key)).toEqual([]);
  });
});

describe('the videos of the sandbox', () => {
  it('have unique ids and titles', () => {
    expect(duplicates(videos.map(({ id }) => id))).toEqual([]);
    expect(duplicates(videos.map(({ title }) => title))).toEqual([]);
  });

  it('belong to a channel of their field', () => {
    const fields = new Map(channels.map(({ key, field }) => [key, field]));
    const strays = videos.filter(({ channel, field }) => fields.get(channel) !== field);
    expect(strays.map(({ id }) => id)).toEqual([]);
  });

  it('have titles and descriptions of the usual length', () => {
    // Japanese needs half as many characters for the same content.
    const least = (video: Video, length: number) =>
      video.language === 'ja' ? length / 2 : length;
    const wrong = videos.filter(
      (video) =>
        video.title.length < least(video, 30) ||
        video.description.length < least(video, 250),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('have a motif of their field and a unique thumbnail text', () => {
    const wrong = videos.filter(({ field, thumbnail }) => {
      const motifs: readonly string[] = motifsByField[field];
      return !motifs.includes(thumbnail.motif);
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
    expect(duplicates(videos.map(({ thumbnail }) => thumbnail.text))).toEqual([]);
  });

  it('have no links in descriptions, comments and replies', () => {
    const texts = videos.flatMap(({ description, comments, reply }) => [
      description,
      ...comments.map(({ text }) => text),
      reply?.text ?? '',
    ]);
    expect(texts.map(findLink).filter((link) => link !== null)).toEqual([]);
  });

  it('have chapters in order that begin at 0 and lie within the duration', () => {
    for (const { id, chapters, durationSeconds } of videos) {
      const starts = chapters.map(({ at }) => at);
      expect(starts[0] ?? 0, id).toBe(0);
      expect(starts, id).toEqual([...new Set(starts)].sort((one, other) => one - other));
      expect(starts.at(-1) ?? 0, id).toBeLessThan(durationSeconds);
    }
  });

  it('have transcripts in order that cover most of the duration', () => {
    for (const { id, transcript, durationSeconds } of videos) {
      if (!transcript) continue;
      const starts = transcript.map(({ at }) => at);
      expect(starts, id).toEqual([...new Set(starts)].sort((one, other) => one - other));
      expect(starts.at(-1), id).toBeLessThan(durationSeconds);
      expect(starts.at(-1), id).toBeGreaterThan(durationSeconds * 0.8);
    }
  });

  it('have comments by different people with different texts', () => {
    for (const { id, comments } of videos) {
      expect(duplicates(comments.map(({ by }) => by)), id).toEqual([]);
      expect(duplicates(comments.map(({ text }) => text)), id).toEqual([]);
    }
  });

  it('have comments written after publication and before the sandbox starts', () => {
    for (const { id, ageDays, comments } of videos) {
      if (ageDays < 0) continue;
      expect(Math.max(...comments.map(({ afterHours }) => afterHours)), id).toBeLessThan(
        ageDays * 24,
      );
    }
  });

  it('have more views than likes, and more likes than any of their comments', () => {
    for (const { id, views, likes, commentCount, comments } of videos) {
      expect(likes, id).toBeLessThan(views);
      expect(commentCount, id).toBeGreaterThanOrEqual(comments.length);
      expect(Math.max(...comments.map((comment) => comment.likes)), id).toBeLessThan(
        likes,
      );
    }
  });

  it('include one or two per field that are published after the start', () => {
    for (const field of new Set(videos.map((video) => video.field))) {
      const coming = videos.filter(
        (video) => video.field === field && video.ageDays < 0,
      ).length;
      expect(coming, field).toBeGreaterThanOrEqual(1);
      expect(coming, field).toBeLessThanOrEqual(2);
    }
  });

  it('have a transcript in a third of cases, and a draft that uses each transcript', () => {
    const spoken = videos.filter(({ transcript }) => transcript !== undefined);
    expect(spoken.length).toBeGreaterThanOrEqual(Math.floor(videos.length / 3));
    for (const { id, drafts } of spoken)
      expect(drafts.insightful.withTranscript, id).toBeDefined();
  });

  it('have changed drafts and a reply in two fifths of cases', () => {
    const changed = videos.filter(
      ({ drafts }) => drafts.insightful.changes !== undefined,
    );
    const answered = videos.filter(({ reply }) => reply !== undefined);
    expect(changed.length).toBeGreaterThanOrEqual(videos.length * 0.4);
    expect(answered.length).toBeGreaterThanOrEqual(videos.length * 0.4);
  });
});

describe('the prepared drafts', () => {
  it('never begin with the same four words as another', () => {
    const opened = new Map<string, string>();
    const alike: string[] = [];
    const openers = videos.flatMap((video) => [
      ...originalsOf(video),
      ...withTranscriptOf(video),
      ...askInsteadOf(video),
      ...answerOf(video),
    ]);
    for (const { name, text } of openers) {
      const opening = wordsOf(text).slice(0, 4).join(' ');
      const earlier = opened.get(opening);
      if (earlier) alike.push(`${earlier} and ${name}: ${opening}`);
      opened.set(opening, name);
    }
    expect(alike).toEqual([]);
  });

  it('quote their named source letter for letter', () => {
    const missing = comments.flatMap(({ video, name, sentences }) =>
      sentences
        .filter(
          ({ kind, quote }) => !partsOf(video, kind).some((part) => part.includes(quote)),
        )
        .map(({ kind, quote }) => `${name}, ${kind}: ${quote}`),
    );
    expect(missing).toEqual([]);
  });

  it('do not quote the transcript when it is not given', () => {
    const wrong = comments.filter(
      ({ name, sentences }) =>
        !name.endsWith('withTranscript') &&
        sentences.some(({ kind }) => kind === 'transcript'),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('quote the transcript when it is given', () => {
    const unused = videos
      .flatMap(withTranscriptOf)
      .filter(({ sentences }) => !sentences.some(({ kind }) => kind === 'transcript'));
    expect(unused.map(({ name }) => name)).toEqual([]);
  });

  it('are between 150 and 500 characters long, in Japanese between 80 and 260', () => {
    const full = videos.flatMap((video) => [
      ...originalsOf(video),
      ...withTranscriptOf(video),
      ...rewordedOf(video),
    ]);
    const wrong = full.filter(({ text, video }) => {
      const [least, most] = video.language === 'ja' ? [80, 260] : [150, 500];
      return text.length < least || text.length > most;
    });
    expect(wrong.map(({ name, text }) => `${name}: ${text.length}`)).toEqual([]);
  });

  it('are split into the same sentences as the app splits them', () => {
    const wrong = [...comments, ...answers].filter(
      ({ text, sentences }) =>
        sentencesOf(text).join('\n') !== sentences.map(({ text }) => text).join('\n'),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('have a shorter version of about two thirds of the length', () => {
    const wrong = videos.flatMap(shorterOf).filter(({ video, text }) => {
      const share =
        text.length / textOf(video.drafts.insightful.sentences, video.language).length;
      return share < 0.45 || share > 0.8;
    });
    expect(wrong.map(({ name, text }) => `${name}: ${text.length}`)).toEqual([]);
  });

  it('have an “ask instead” version that is a question', () => {
    const wrong = videos
      .flatMap(askInsteadOf)
      .filter(({ text }) => !/[?？か。]$/u.test(text));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('have no links, hashtags, emoji or exclamation marks', () => {
    const forbidden = /#\p{L}|\p{Extended_Pictographic}|[!！¡]|—/u;
    const wrong = [...comments, ...answers].filter(
      ({ text }) => findLink(text) !== null || forbidden.test(text),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('contain only numbers and names from the material', () => {
    const unknown = comments.flatMap(({ video, name, sentences }) => {
      const isGivenTranscript = name.endsWith('withTranscript');
      const given = [
        video.title,
        channels.find(({ key }) => key === video.channel)?.title ?? '',
        ...video.tags,
        video.description,
        ...video.chapters.map(({ title }) => title),
        ...topCommentsOf(video),
        ...(isGivenTranscript ? [spokenOf(video)] : []),
      ];
      return unknownFacts(name, sentences, given);
    });
    expect(unknown).toEqual([]);
  });

  it('end with a question in at most half of all cases', () => {
    const originals = videos.flatMap(originalsOf);
    const asking = originals.filter(({ text }) => /[?？]$/u.test(text));
    expect(asking.length).toBeLessThanOrEqual(originals.length / 2);
  });

  it('have a reading that quotes them', () => {
    const wrong = videos.flatMap(({ id, language, drafts }) =>
      Object.entries(drafts)
        .filter(([, { sentences, reading }]) => {
          const isInOneSentence = sentences.some(({ text }) =>
            text.includes(reading.for),
          );
          return (
            !isInOneSentence || !textOf(sentences, language).includes(reading.against)
          );
        })
        .map(([style]) => `${id} ${style}`),
    );
    expect(wrong).toEqual([]);
  });

  it('have a reading with different quotes for and against', () => {
    const readings = videos.flatMap(({ drafts }) =>
      Object.values(drafts).map(({ reading }) => reading),
    );
    expect(readings.filter((reading) => reading.for === reading.against)).toEqual([]);
  });
});

describe('the prepared answers', () => {
  it('are between 60 and 300 characters long', () => {
    const wrong = answers.filter(({ text, video }) => {
      const least = video.language === 'ja' ? 30 : 60;
      return text.length < least || text.length > 300;
    });
    expect(wrong.map(({ name, text }) => `${name}: ${text.length}`)).toEqual([]);
  });

  it('quote their named source or the thread letter for letter', () => {
    const missing = answers.flatMap(({ video, name, sentences }) =>
      sentences
        .filter(({ kind, quote }) => {
          const parts = kind === 'comment' ? threadOf(video) : partsOf(video, kind);
          return !parts.some((part) => part.includes(quote));
        })
        .map(({ quote }) => `${name}: ${quote}`),
    );
    expect(missing).toEqual([]);
  });

  it('contain only numbers and names from the video and the thread', () => {
    const unknown = answers.flatMap(({ video, name, sentences }) =>
      unknownFacts(name, sentences, [
        video.title,
        video.description,
        ...video.chapters.map(({ title }) => title),
        ...topCommentsOf(video),
        ...threadOf(video),
      ]),
    );
    expect(unknown).toEqual([]);
  });
});

/**
 * Returns the facts that the app would mark because the given texts do not contain them.
 */
function unknownFacts(
  name: string,
  sentences: readonly Sentence[],
  given: readonly string[],
): string[] {
  const facts = createFactSearch(given.map((text) => givenText('description', text)));
  const isNounCapital = capitalisesNouns(sentences.map(({ text }) => text).join(' '));
  return sentences
    .flatMap(({ text, kind }) => {
      // The app also does not check names in sentences that the model declares as its own
      // knowledge.
      const hasNames = kind !== 'own_knowledge' && kind !== 'none';
      return facts.factsIn(text, { hasNames, isNounCapital });
    })
    .filter(({ passage }) => passage === null)
    .map(({ text }) => `${name}: ${text}`);
}

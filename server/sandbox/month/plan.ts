import type { Video } from '../catalogue.ts';
import { channelIdOf, youtubeIdOf } from '../content/catalogue.ts';
import {
  loadContent,
  loadMonthVideos,
  type Sentence,
  textOf,
} from '../content/content.ts';
import { idFrom } from '../random.ts';
import {
  loadMonthRecords,
  type MonthAround,
  type MonthComment,
  type MonthReply,
  type MonthVoice,
} from './records.ts';
import { type MonthTimes, monthTimes } from './times.ts';

/** The app's parameters for loading the month. */
export interface MonthRequest {
  now: Date;
  /** The owner's time zone. */
  timeZone: string;
  /** The first id that no row of any table has ever had. */
  firstId: number;
  clientId: string;
}

export type Style = MonthComment['style'];

interface Reading {
  for: string;
  against: string;
  score: number;
  engagement: string;
  accuracy: string;
  tone: string;
}

export interface Drafted {
  sentences: readonly Sentence[];
  text: string;
  reading: Reading | null;
}

export interface PlannedComment {
  id: number;
  record: MonthComment;
  video: Video;
  videoRowId: number;
  draft: Drafted;
  /** A previous draft in another style; null if there was none. */
  earlier: Drafted | null;
  /** The current text. */
  text: string;
  /** The comment's id on YouTube; null if it was never posted. */
  youtubeId: string | null;
}

export interface PlannedReply {
  id: number;
  record: MonthReply;
  to: PlannedComment;
  youtubeId: string;
  by: { handle: string; channelId: string };
  text: string;
  answer: PlannedAnswer | null;
}

export interface PlannedAnswer {
  id: number;
  drafted: string;
  posted: string | null;
  sentences: readonly Sentence[];
  text: string;
  youtubeId: string | null;
}

export interface MonthPlan {
  request: MonthRequest;
  at: MonthTimes;
  /** Videos that the app has found, each with the id of its row. */
  videos: readonly { id: number; video: Video }[];
  comments: readonly PlannedComment[];
  replies: readonly PlannedReply[];
  voice: MonthVoice;
  around: MonthAround;
  channelIdOf: (key: string) => string;
}

/** Fields whose videos the owner of the month has searched for. */
const searchedFields = ['platform', 'databases', 'web', 'ai', 'audio'] as const;

/**
 * Treats a hand-written answer as a single sentence, because only the app can split a
 * text into sentences.
 */
const ownKnowledge = (text: string): Sentence => ({
  text,
  kind: 'own_knowledge',
  quote: '',
});

interface Source {
  /** Returns undefined for a video that is not published yet. */
  findVideo: (youtubeId: string) => Video | undefined;
  handleOf: (channelId: string) => string;
}

/**
 * Loads the videos that have drafts, and returns a function that finds a draft by video
 * and style.
 */
function loadDrafts() {
  const content = new Map(loadContent().videos.map((video) => [video.id, video]));
  const monthVideos = new Map(loadMonthVideos().map((video) => [video.id, video]));

  function draftOf(videoId: string, style: Style): Drafted {
    const full = content.get(videoId);
    const only = monthVideos.get(videoId)?.draft;
    const language = full?.language ?? 'en';
    const draft = full?.drafts[style] ?? (only?.style === style ? only : undefined);
    if (!draft)
      throw new Error(
        `The month names a draft that does not exist: ${videoId}, ${style}.`,
      );
    return {
      sentences: draft.sentences,
      text: textOf(draft.sentences, language),
      reading: draft.reading,
    };
  }

  return { content, monthVideos, draftOf };
}

type Drafts = ReturnType<typeof loadDrafts>;
type MonthRecords = ReturnType<typeof loadMonthRecords>;

interface AnswerPlace {
  id: number;
  threadId: string;
  /** The answer of the video's own content, for a record without words. */
  prepared: readonly Sentence[] | undefined;
}

function answerOf(
  { comment, answer }: MonthReply,
  { id, threadId, prepared }: AnswerPlace,
): PlannedAnswer {
  const sentences = answer?.text ? [ownKnowledge(answer.text)] : prepared;
  if (!answer || !sentences)
    throw new Error(`The month has an answer without words: ${comment}.`);
  return {
    id,
    drafted: answer.drafted,
    posted: answer.posted ?? null,
    sentences,
    text: sentences.map(({ text }) => text).join(' '),
    youtubeId: answer.posted
      ? `${threadId}.${idFrom(`month/answer/${comment}`, 22)}`
      : null,
  };
}

/**
 * Returns the videos that the app has found: those with drafts, comments or a match for a
 * search.
 */
function appVideos(
  { content, monthVideos }: Pick<Drafts, 'content' | 'monthVideos'>,
  comments: readonly MonthComment[],
  findVideo: Source['findVideo'],
) {
  const commented = new Set(comments.map(({ video }) => video));
  const searched = [...content.values()].filter(({ field }) =>
    searchedFields.some((each) => each === field),
  );
  const shownIds = new Set([
    ...monthVideos.keys(),
    ...searched.map(({ id }) => id),
    ...commented,
  ]);
  return [...shownIds].flatMap((id) => {
    const video = findVideo(youtubeIdOf(id));
    if (!video && commented.has(id))
      throw new Error(`The month comments on a video that is not there: ${id}.`);
    return video ? [{ key: id, video }] : [];
  });
}

/**
 * Returns the keys of comments and answers in the order in which their texts were
 * written. Their ids follow this order, like the ids of real rows.
 */
function keysAsWritten(
  { comments, replies }: Pick<MonthRecords, 'comments' | 'replies'>,
  at: MonthTimes,
) {
  const written = [
    ...comments.map(({ id, drafted }) => ({ key: id, at: at(drafted) })),
    ...replies.flatMap(({ comment, answer }) =>
      answer ? [{ key: `answer/${comment}`, at: at(answer.drafted) }] : [],
    ),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  return written.map(({ key }) => key);
}

/**
 * Combines the month's records with the videos and drafts they name. Throws an error for
 * an unknown name.
 */
export function planMonth(
  request: MonthRequest,
  { findVideo, handleOf }: Source,
): MonthPlan {
  const { content, monthVideos, draftOf } = loadDrafts();
  const { comments, replies, voice, around } = loadMonthRecords();
  const at = monthTimes(request.now, request.timeZone);

  const videos = appVideos({ content, monthVideos }, comments, findVideo);
  const numbered = videos.map((each, index) => ({
    ...each,
    id: request.firstId + index,
  }));
  const byKey = new Map(numbered.map((each) => [each.key, each]));

  const written = keysAsWritten({ comments, replies }, at);
  const numbers = new Map(written.map((key, index) => [key, request.firstId + index]));
  const numberOf = (key: string) => numbers.get(key) ?? 0;

  const plannedComments = comments.map((record): PlannedComment => {
    const found = byKey.get(record.video);
    if (!found)
      throw new Error(`The month comments on an unknown video: ${record.video}.`);
    const draft = draftOf(record.video, record.style);
    const redrafted = record.state === 'pending' ? record.redrafted : undefined;
    return {
      id: numberOf(record.id),
      record,
      video: found.video,
      videoRowId: found.id,
      draft,
      earlier: redrafted ? draftOf(record.video, redrafted.style) : null,
      text: record.text ?? draft.text,
      youtubeId:
        record.state === 'posted'
          ? `Ugz${idFrom(`month/${record.id}`, 16)}4AaABAg`
          : null,
    };
  });
  const commentOf = new Map(
    plannedComments.map((comment) => [comment.record.id, comment]),
  );

  const plannedReplies = replies.map((record, index): PlannedReply => {
    const to = commentOf.get(record.comment);
    const threadId = to?.youtubeId;
    if (!to || !threadId)
      throw new Error(
        `The month has a reply to a comment that was not posted: ${record.comment}.`,
      );
    const prepared = content.get(to.record.video)?.reply;
    const text = record.text ?? prepared?.text;
    const handle = record.byChannel
      ? handleOf(to.video.channelId)
      : (record.by ?? prepared?.by);
    if (!text || !handle)
      throw new Error(`The month has a reply without words: ${record.comment}.`);
    const channelId = record.byChannel
      ? to.video.channelId
      : `UC${idFrom(`person/${handle}`, 22)}`;
    return {
      id: request.firstId + index,
      record,
      to,
      youtubeId: `${threadId}.${idFrom(`month/reply/${record.comment}`, 22)}`,
      by: { handle, channelId },
      text,
      answer: record.answer
        ? answerOf(record, {
            id: numberOf(`answer/${record.comment}`),
            threadId,
            prepared: prepared?.answer,
          })
        : null,
    };
  });

  return {
    request,
    at,
    videos: numbered,
    comments: plannedComments,
    replies: plannedReplies,
    voice,
    around,
    channelIdOf,
  };
}

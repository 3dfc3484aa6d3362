import {
  type Catalogue,
  type Channel,
  shareOfViewsAt,
  type Video,
  type WrittenComment,
} from '../catalogue.ts';
import { idFrom } from '../random.ts';
import {
  type Content,
  type Video as ContentVideo,
  loadContent,
  loadMonthVideos,
} from './content.ts';
import { topicsByField } from './topics.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const youtubeIdOf = (contentId: string): string =>
  idFrom(`video/${contentId}`, 11);

export const channelIdOf = (key: string) => `UC${idFrom(`channel/${key}`, 22)}`;

const clock = (seconds: number) => {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
};

type ShownVideo = Omit<ContentVideo, 'drafts' | 'reply'> & { commentsOff?: boolean };

/** Appends the chapters to the description, as lines that begin with a time. */
const describe = ({ description, chapters }: ShownVideo): string => {
  if (chapters.length === 0) return description;
  const lines = chapters.map(({ at, title }) => `${clock(at)} ${title}`);
  return `${description}\n\n${lines.join('\n')}`;
};

/**
 * The counts in the content are those at the sandbox's start. For a video that is
 * published later, they are its final counts.
 */
const eventualViewsOf = ({ views, ageDays }: ShownVideo): number =>
  ageDays > 0 ? views / shareOfViewsAt(ageDays * DAY) : views;

const show = (video: ShownVideo, channel: Channel, startedAt: Date): Video => ({
  id: youtubeIdOf(video.id),
  channelId: channel.id,
  channelTitle: channel.title,
  title: video.title,
  description: describe(video),
  tags: video.tags,
  subjectWords: [topicsByField[video.field].query, ...topicsByField[video.field].words],
  language: video.language,
  publishedAt: new Date(startedAt.getTime() - video.ageDays * DAY),
  durationSeconds: video.durationSeconds,
  thumbnail: video.thumbnail,
  hasCaptions: video.transcript !== undefined,
  commentsOff: video.commentsOff ?? false,
  madeForKids: false,
  eventualViews: eventualViewsOf(video),
  likesPerView: video.likes / video.views,
  commentsPerView: video.commentCount / video.views,
});

const commentsOf = (video: ShownVideo, publishedAt: Date): WrittenComment[] =>
  video.comments.map(({ by, text, likes, afterHours }, index) => ({
    id: `Ugx${idFrom(`comment/${video.id}/${index}`, 16)}4AaABAg`,
    by,
    text,
    likes,
    publishedAt: new Date(publishedAt.getTime() + afterHours * HOUR),
  }));

/** The `older` videos are listed by their channels but not found by a search. */
export const catalogueOf =
  ({ channels, videos }: Content, older: readonly ShownVideo[] = []) =>
  (startedAt: Date): Catalogue => {
    const byKey = new Map(
      channels.map(({ key, title, handle }) => [
        key,
        { id: channelIdOf(key), title, handle: handle.toLowerCase(), isGone: false },
      ]),
    );
    const showAll = (written: readonly ShownVideo[]) =>
      written.flatMap((video) => {
        const channel = byKey.get(video.channel);
        return channel ? [show(video, channel, startedAt)] : [];
      });
    const shown = showAll(videos);
    const all = [...shown, ...showAll(older)];
    const byId = new Map(all.map((video) => [video.id, video]));
    const comments = new Map(
      [...videos, ...older].map((video) => {
        const publishedAt = byId.get(youtubeIdOf(video.id))?.publishedAt ?? startedAt;
        return [youtubeIdOf(video.id), commentsOf(video, publishedAt)];
      }),
    );
    const replies = new Map(videos.map(({ id, reply }) => [youtubeIdOf(id), reply]));
    const fields = new Set(videos.map(({ field }) => field));
    return {
      channels: [...byKey.values()],
      topics: [...fields].map((field) => topicsByField[field].query),
      searchable: (now) => shown.filter(({ publishedAt }) => publishedAt <= now),
      find(videoId, now) {
        const video = byId.get(videoId);
        return video && video.publishedAt <= now ? video : undefined;
      },
      uploadsOf: (channelId, now) =>
        all.filter((video) => video.channelId === channelId && video.publishedAt <= now),
      replyOn: (videoId) => replies.get(videoId),
      commentsOn: (video, now) =>
        (comments.get(video.id) ?? []).filter(({ publishedAt }) => publishedAt <= now),
    };
  };

export const createContentCatalogue = (startedAt: Date): Catalogue =>
  catalogueOf(loadContent(), loadMonthVideos())(startedAt);

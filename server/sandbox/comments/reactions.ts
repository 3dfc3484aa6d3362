import { between, idFrom, pick, unit } from '../deterministic.ts';
import type { CommentView } from './comment-view.ts';

const HOUR = 3_600_000;

const answers = [
  'Good point, I had not looked at it that way.',
  'We do the same at work and it held up well.',
  'Thanks for writing this out, it answers what I wanted to ask.',
  'Agreed, although it depends a bit on the size of the team.',
  'Do you have a link to where this is described?',
  'That matches what we measured last month.',
  'I would add: test it under load before you believe it.',
  'Same here. Took us a while to find out.',
];

const people = [
  '@kim-builds',
  '@martin-o',
  '@sre-diary',
  '@lena.codes',
  '@opsandtea',
  '@juan-dev',
  '@nightly-build',
];

/** Likes a published comment has gathered by then: most get a few, one in eight gets many. */
export const likesOf = (id: string, publishedAt: Date, now: Date): number => {
  const seed = `likes/${id}`;
  const eventual = unit(seed) < 0.125 ? between(`${seed}/many`, 20, 90) : between(`${seed}/few`, 0, 9);
  const hours = Math.max(0, now.getTime() - publishedAt.getTime()) / HOUR;
  return Math.floor(eventual * (1 - Math.exp(-hours / 10)));
};

/** Replies that people of the world have left under a published comment by then. */
export const repliesOf = (comment: CommentView, now: Date): CommentView[] => {
  const seed = `replies/${comment.id}`;
  const count = unit(seed) < 0.45 ? 0 : between(`${seed}/count`, 1, 3);
  return Array.from({ length: count }, (_, index): CommentView => {
    const own = `${seed}/${index}`;
    const delay = (0.2 + unit(`${own}/delay`) ** 2 * 30 + index * 2) * HOUR;
    const publishedAt = new Date(comment.publishedAt.getTime() + delay);
    const handle = pick(`${own}/who`, people);
    return {
      id: `${comment.id}.${idFrom(own, 22)}`,
      videoId: comment.videoId,
      videoChannelId: comment.videoChannelId,
      parentId: comment.id,
      text: pick(`${own}/text`, answers),
      author: { channelId: `UC${idFrom(`person/${handle}`, 22)}`, handle },
      likes: likesOf(own, publishedAt, now),
      publishedAt,
      updatedAt: publishedAt,
      isPublic: true,
    };
  }).filter((reply) => reply.publishedAt <= now);
};

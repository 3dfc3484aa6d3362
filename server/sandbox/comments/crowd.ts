import { idFrom, pick, unit } from '../deterministic.ts';
import { acceptsComments } from '../world/growth.ts';
import { topicOf } from '../world/topics/all-topics.ts';
import type { WorldVideo } from '../world/video.ts';
import type { CommentView } from './comment-view.ts';
import { likesOf } from './reactions.ts';

const handles = [
  '@kim-builds',
  '@martin-o',
  '@sre-diary',
  '@lena.codes',
  '@opsandtea',
  '@juan-dev',
  '@nightly-build',
  '@priya.k',
  '@old-unix-hand',
  '@tomasz_w',
  '@first-year-cs',
  '@dataplumber',
  '@mira-reads-rfcs',
  '@fourth-coffee',
  '@yuki.dev',
];

const remarks: Record<string, readonly string[]> = {
  en: [
    'This is the clearest explanation of this I have seen.',
    'Watched it twice. The part in the middle alone was worth it.',
    'Could you do a follow-up on how this looks with a bigger team?',
    'Finally somebody shows the failure and not only the happy path.',
    'Sound was a bit low, content was great.',
    'We tried this last year & it "worked", until it did not. Wish I had seen this first.',
    'Came for the title, stayed for the diagrams.',
    'What editor theme is that?',
  ],
  de: [
    'Sehr verständlich erklärt, danke!',
    'Bitte mehr davon, gern auch länger.',
    'Genau daran hing ich letzte Woche.',
  ],
  es: ['Muy bien explicado, gracias.', 'Justo lo que necesitaba esta semana.', '¿Habrá segunda parte?'],
  ja: ['とてもわかりやすかったです。', '続編を楽しみにしています。'],
  fr: ['Très clair, merci beaucoup.', 'Exactement ce que je cherchais.'],
  pt: ['Muito bem explicado, obrigado!', 'Vai ter continuação?'],
};

/** The API lists at most this many of the comments a video is said to have. */
const MOST = 60;

const DAY = 86_400_000;

/** What other people have written under a video by then, newest first; who wrote first stays first. */
export const crowdComments = (video: WorldVideo, now: Date): CommentView[] => {
  if (!acceptsComments(video)) return [];
  const count = Math.min(MOST, Math.floor(video.eventualViews * video.commentsPerView));
  const questions = topicOf(video.topic).questions.map(
    (question) => `${question.charAt(0).toUpperCase()}${question.slice(1)}?`,
  );
  const texts = [...(remarks[video.language] ?? remarks['en'] ?? []), ...questions];
  return Array.from({ length: count }, (_, index): CommentView => {
    const seed = `crowd/${video.id}/${index}`;
    const handle = pick(`${seed}/who`, handles);
    const publishedAt = new Date(video.publishedAt.getTime() + (0.01 + 40 * unit(`${seed}/when`) ** 3) * DAY);
    return {
      id: `Ugx${idFrom(seed, 16)}4AaABAg`,
      videoId: video.id,
      videoChannelId: video.channelId,
      parentId: null,
      text: pick(`${seed}/text`, texts),
      author: { channelId: `UC${idFrom(`person/${handle}`, 22)}`, handle },
      likes: likesOf(seed, publishedAt, now),
      publishedAt,
      updatedAt: publishedAt,
      isPublic: true,
    };
  })
    .filter((comment) => comment.publishedAt <= now)
    .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
};

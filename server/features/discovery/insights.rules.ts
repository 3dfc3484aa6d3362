import type { ContentInsights } from '#shared/contracts/videos.ts';
import type { Assessment } from '../../providers/writer/writer.ts';

/** What the plain rules look at when the model cannot be asked (DESIGN §5). */
export interface JudgedVideo {
  title: string;
  description: string | null;
  tags: readonly string[];
  publishedAt: string;
  viewCount: number | null;
  likeCount: number | null;
  commentCount: number | null;
  commentsOff: boolean;
}

type Difficulty = ContentInsights['difficulty'];
type Opportunity = ContentInsights['commentOpportunity'];

const dayMs = 86_400_000;

/** Looked for in the title, the most telling first. */
const videoTypes: readonly [string, RegExp][] = [
  [
    'Tutorial',
    /\b(tutorials?|how to|step[- ]by[- ]step|crash course|course|walkthrough|guide|learn|build(ing)? an?)\b/i,
  ],
  ['Comparison', /\b(vs\.?|versus|compar(ed|ison|ing)|which is better|alternatives?)\b/i],
  ['Interview or podcast', /\b(interview|podcast|q&a|conversation with|ama)\b/i],
  ['Conference talk', /\b(conf|conference|keynote|talk|summit|kubecon|meetup|panel)\b/i],
  ['Live stream', /\b(live|livestream|stream)\b/i],
  ['News', /\b(news|release[ds]?|announc(es|ed|ing|ement)|what'?s new|update)\b/i],
  ['Review', /\b(review|first look|hands[- ]on|tested)\b/i],
];

const easyWords =
  /\b(beginners?|intro(duction)?|basics|101|crash course|explained|getting started|in \d+ (seconds|minutes))\b/i;
const hardWords =
  /\b(advanced|internals|deep dive|under the hood|from scratch|kernel|compilers?|at scale|distributed|low[- ]level|source code)\b/i;

const approachByDifficulty: Record<Difficulty, string> = {
  easy: 'Add one detail from practice that a beginner would miss.',
  medium: 'Compare one point of the video with how you solved it yourself.',
  hard: 'Take up one technical decision and say what it costs or gains.',
};

const approachByOpportunity: Record<Opportunity, string> = {
  high: 'Comment soon: there are few comments yet, so yours will be read.',
  medium: 'Say something the other comments do not; a question may start a conversation.',
  low: 'Only comment if you can add something new; it will be hard to notice.',
};

/** Insights and an engagement score by plain rules, for when the model fails. */
export function plainAssessment(video: JudgedVideo, now: Date): Assessment {
  const difficulty = difficultyOf(video);
  const commentOpportunity = opportunityOf(video, now);
  return {
    engagementScore: engagementScore(video, now),
    insights: {
      videoType: videoTypes.find(([, pattern]) => pattern.test(video.title))?.[0] ?? 'Video',
      difficulty,
      commentOpportunity,
      keyTopics: [...video.tags],
      suggestedApproach: video.commentsOff
        ? ['Comments are turned off for this video.']
        : [approachByDifficulty[difficulty], approachByOpportunity[commentOpportunity]],
    },
  };
}

function difficultyOf({ title, description }: JudgedVideo): Difficulty {
  // The title decides; descriptions advertise other videos too.
  for (const text of [title, description ?? '']) {
    if (hardWords.test(text)) return 'hard';
    if (easyWords.test(text)) return 'easy';
  }
  return 'medium';
}

function opportunityOf(video: JudgedVideo, now: Date): Opportunity {
  const comments = video.commentCount ?? 0;
  const age = ageInDays(video, now);
  if (video.commentsOff || comments > 2_000 || age > 365) return 'low';
  return comments <= 150 && age <= 30 ? 'high' : 'medium';
}

/** 0 to 100: how lively the audience is (likes and comments per view), how fresh it is, how much room is left. */
function engagementScore(video: JudgedVideo, now: Date): number {
  if (video.commentsOff) return 0;
  const views = Math.max(video.viewCount ?? 0, 1);
  const liveliness = Math.min(1, ((video.likeCount ?? 0) / views) * 20);
  const talk = Math.min(1, ((video.commentCount ?? 0) / views) * 200);
  const freshness = 1 / (1 + ageInDays(video, now) / 60);
  const room = 1 / (1 + (video.commentCount ?? 0) / 1_000);
  return Math.round(30 * liveliness + 25 * talk + 25 * freshness + 20 * room);
}

function ageInDays({ publishedAt }: JudgedVideo, now: Date): number {
  const age = (now.getTime() - Date.parse(publishedAt)) / dayMs;
  // A date that cannot be read says nothing; the video then counts as neither new nor old.
  return Number.isNaN(age) ? 90 : Math.max(0, age);
}

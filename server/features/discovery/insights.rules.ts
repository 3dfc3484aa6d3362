import type { ContentInsights } from '#shared/contracts/videos.ts';
import type { Assessment } from '../videos/video-row.rules.ts';

/** Without counts and dates: YouTube's policies allow no score made of them (wire W9). */
export interface AssessableVideo {
  title: string;
  description: string | null;
  tags: readonly string[];
  matchScore: number;
  commentsOff: boolean;
}

type Difficulty = ContentInsights['difficulty'];
type Opportunity = ContentInsights['commentOpportunity'];

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

const opinionTypes = new Set(['Comparison', 'Interview or podcast', 'Review']);
const invitation =
  /\b(what do you think|let me know|tell me|your (thoughts?|opinions?|experiences?|questions?|feedback)|in the comments|comment below|ask me|how do you)\b/i;

const approachByDifficulty: Record<Difficulty, string> = {
  easy: 'Add one detail from practice that a beginner would miss.',
  medium: 'Compare one point of the video with how you solved it yourself.',
  hard: 'Take up one technical decision and say what it costs or gains.',
};

const approachByOpportunity: Record<Opportunity, string> = {
  high: 'This is your field: make one point that only your experience gives you.',
  medium: 'Say something from your own practice; a question may start a conversation.',
  low: 'Only comment if you can add something from your own field.',
};

export function plainAssessment(video: AssessableVideo): Assessment {
  const videoType = videoTypes.find(([, pattern]) => pattern.test(video.title))?.[0] ?? 'Video';
  const difficulty = difficultyOf(video);
  const score = engagementScore(video, videoType);
  const commentOpportunity = score >= 70 ? 'high' : score >= 40 ? 'medium' : 'low';
  return {
    engagementScore: score,
    insights: {
      videoType,
      difficulty,
      commentOpportunity,
      keyTopics: [...video.tags],
      suggestedApproach: video.commentsOff
        ? ['Comments are turned off for this video.']
        : [approachByDifficulty[difficulty], approachByOpportunity[commentOpportunity]],
    },
  };
}

function difficultyOf({ title, description }: AssessableVideo): Difficulty {
  for (const text of [title, description ?? '']) {
    if (hardWords.test(text)) return 'hard';
    if (easyWords.test(text)) return 'easy';
  }
  return 'medium';
}

/** 70 for the match, 20 for an invitation to comment, 10 for a type that asks for opinions. */
function engagementScore(
  { title, description, matchScore, commentsOff }: AssessableVideo,
  type: string,
): number {
  if (commentsOff) return 0;
  const isInviting = /[?？]/.test(title) || invitation.test(`${title}\n${description ?? ''}`);
  return Math.round((matchScore * 7) / 10 + (isInviting ? 20 : 0) + (opinionTypes.has(type) ? 10 : 0));
}

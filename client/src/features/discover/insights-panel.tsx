import { type FoundVideo, untoldType } from '#shared/contracts/videos.ts';
import { Facts, Progress } from '../../components/ui/choices.tsx';

function List({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <h3 className="text-sm font-medium">{title}</h3>
      <ul className="mt-1 list-disc space-y-0.5 pl-4 text-sm text-muted">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

/** Our estimates about a video, where there are both insights and a score; YouTube's figures may not go into them. */
export function ContentIntelligence({ video }: { video: FoundVideo }) {
  const { contentInsights: insights, engagementScore } = video;
  if (!insights || engagementScore === null) return null;
  const word = (text: string) => <span className="inline-block first-letter:uppercase">{text}</span>;
  return (
    <div className="flex flex-col gap-3">
      <div>
        <div className="mb-1.5 flex items-baseline justify-between gap-4 text-sm">
          <span className="font-medium">Engagement score</span>
          <span className="tabular-nums">{engagementScore}/100</span>
        </div>
        <Progress value={engagementScore} label="Engagement score" barClassName="bg-muted" />
      </div>
      <Facts
        facts={[
          ...(insights.videoType === untoldType
            ? []
            : ([
                ['Video type', word(insights.videoType)],
                ['Comment difficulty', word(insights.difficulty)],
              ] as const)),
          ['Comment opportunity', word(insights.commentOpportunity)],
        ]}
      />
      <List title="Key topics" items={insights.keyTopics} />
      <List title="AI recommendations" items={insights.suggestedApproach} />
      <p className="text-xs text-muted">
        How it fits you, by our estimate, from title, channel and description. No YouTube figures go into it.
      </p>
    </div>
  );
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

function whyItMatches({ matchScore, hasMatch, matchedTopics }: FoundVideo): string {
  if (!hasMatch) return 'You have no subjects yet: nothing says how well it fits you.';
  const topics = list.format(matchedTopics.slice(0, 5));
  return topics
    ? `${matchScore}% Match: its title, tags or description name your ${matchedTopics.length === 1 ? 'topic' : 'topics'} ${topics}.`
    : `${matchScore}% Match: its title, tags and description name none of your topics.`;
}

export const InsightsPanel = ({ video }: { video: FoundVideo }) => (
  <div className="flex max-w-measure flex-col gap-3 pt-2 pb-3 tabular-nums">
    <p className="text-sm text-soft">{whyItMatches(video)}</p>
    <ContentIntelligence video={video} />
  </div>
);

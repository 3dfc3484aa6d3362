import type { FoundVideo } from '#shared/contracts/videos.ts';
import { Disclosure } from '../../components/ui/disclosure.tsx';
import { ContentIntelligence } from './content-intelligence.tsx';

/** One line of insights under a row, opening to all of them. Only with both insights and a score (SPEC §2). */
export function InsightsPanel({ video: { contentInsights, engagementScore } }: { video: FoundVideo }) {
  if (!contentInsights || engagementScore === null) return null;
  return (
    <Disclosure
      className="tabular-nums"
      summary={`Insights: engagement ${engagementScore}/100, ${contentInsights.videoType}, ${contentInsights.commentOpportunity} opportunity. Fit for you, our estimate.`}
    >
      <div className="max-w-measure pt-3 pb-2 pl-5.5">
        <ContentIntelligence engagementScore={engagementScore} insights={contentInsights} />
      </div>
    </Disclosure>
  );
}

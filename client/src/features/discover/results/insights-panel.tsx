import type { ContentInsights } from '#shared/contracts/videos.ts';
import { ContentIntelligence } from './content-intelligence.tsx';

interface InsightsPanelProps {
  engagementScore: number;
  insights: ContentInsights;
}

export function InsightsPanel({ engagementScore, insights }: InsightsPanelProps) {
  return (
    <div className="flex max-w-measure flex-col gap-3 pt-2 pb-3 tabular-nums">
      <p className="text-sm text-muted">
        Insights: engagement {engagementScore}/100, {insights.videoType}, {insights.commentOpportunity}{' '}
        opportunity. Fit for you, our estimate.
      </p>
      <ContentIntelligence engagementScore={engagementScore} insights={insights} />
    </div>
  );
}

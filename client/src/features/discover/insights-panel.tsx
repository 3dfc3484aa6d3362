import { ChevronRight } from 'lucide-react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { ContentIntelligence } from './content-intelligence.tsx';

/** One line of insights under a row, opening to all of them. Only with both insights and a score (SPEC §2). */
export function InsightsPanel({ video: { contentInsights, engagementScore } }: { video: FoundVideo }) {
  if (!contentInsights || engagementScore === null) return null;
  return (
    <details className="group rounded-control border border-line px-3 py-1.5">
      <summary className="flex cursor-pointer list-none items-center gap-2 text-sm text-muted [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-90" />
        <span className="min-w-0 tabular-nums">
          Insights: engagement {engagementScore}/100, {contentInsights.videoType},{' '}
          {contentInsights.commentOpportunity} opportunity
        </span>
      </summary>
      <div className="max-w-measure pt-3 pb-2 pl-6">
        <ContentIntelligence engagementScore={engagementScore} insights={contentInsights} />
      </div>
    </details>
  );
}

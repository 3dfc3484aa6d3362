import type { ReactNode } from 'react';
import { StateDot } from '../../components/ui/button.tsx';

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="relative before:absolute before:top-1.5 before:-left-7 before:z-1 before:size-2.5 before:rounded-full before:border-2 before:border-accent before:bg-surface before:ring-4 before:ring-surface not-last:after:absolute not-last:after:top-2 not-last:after:-bottom-7 not-last:after:-left-6 not-last:after:w-0.5 not-last:after:bg-line">
      <h2 className="mb-1.5 text-sm font-semibold">{title}</h2>
      <div className="rounded-panel border px-3.5 py-3">{children}</div>
    </li>
  );
}

/** The way of one comment, for someone who has not signed in. Invented, as the words say. */
export function ExampleStory() {
  return (
    <ol
      aria-label="An example, from a found video to a posted comment"
      className="grid content-center gap-5 pl-7"
    >
      <Step title="Find a video worth answering">
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <p className="text-sm font-semibold">Argo CD at 600 clusters: sharding, drift and one bad sync</p>
            <p className="text-xs text-muted">North Cluster · 41.2K views</p>
          </div>
          <p className="text-xs font-semibold whitespace-nowrap tabular-nums">91% Match</p>
        </div>
      </Step>
      <Step title="Get a draft that sounds like you">
        <p className="font-voice text-voice">
          We split by manifest count, as you do at 18:05, and kept auto-prune off for the first month. How do
          you notice a shard that is slowly falling behind?
        </p>
      </Step>
      <Step title="Change a word, then approve">
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <span className="flex items-center gap-1.5 text-xs font-medium text-approved">
            <StateDot tone="approved" />
            Approved
          </span>
          goes out at 9:00, as you planned
        </p>
      </Step>
      <Step title="Find it on YouTube, and in your history">
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <span className="flex items-center gap-1.5 text-xs font-medium text-posted">
            <StateDot tone="posted" />
            Posted
          </span>
          once, under your name
        </p>
      </Step>
    </ol>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Stretch, TranscriptPlan } from '#shared/contracts/material.ts';
import { videoTime } from '#shared/rules/video-time.ts';
import { transcriptPlanQuery } from '../../../../api/drafts.ts';
import { errorText } from '../../../../api/http.ts';
import { Button } from '../../../../components/ui/button.tsx';
import { formatNumber } from '../../../../lib/formats.ts';
import { MoreButton } from './more.tsx';
import type { GivenState } from './use-given.ts';

const MOST_RANGES = 5;
const ranges = (stretches: readonly Stretch[]) =>
  [
    ...stretches.slice(0, MOST_RANGES).map(range),
    ...(stretches.length > MOST_RANGES ? [`and ${stretches.length - MOST_RANGES} more`] : []),
  ].join(', ');
const minutes = (seconds: number) => Math.max(1, Math.round(seconds / 60));
const range = ({ from, to }: Stretch) => `${videoTime(from)}–${videoTime(to)}`;

/** "all of it", "38 of 61 minutes: 4:10–22:05, 30:00–50:10" */
function used({ words, usedWords, seconds, stretches }: TranscriptPlan): string {
  if (stretches === null) return 'all of it';
  if (seconds === null) return `${formatNumber(usedWords)} of ${formatNumber(words)} words`;
  const known = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  return `${minutes(known)} of ${minutes(seconds)} minutes: ${ranges(stretches)}`;
}

interface TranscriptPlannedProps {
  videoId: number;
  given: GivenState;
  /** Characters that were too many. */
  leftOut: number;
}

/** What of the pasted transcript a draft knows, with other parts to choose. */
export function TranscriptPlanned({ videoId, given, leftOut }: TranscriptPlannedProps) {
  const { transcript, stretches, setStretches, setTranscript } = given;
  const point = useDeferredValue(given.point.trim());
  const { data, error } = useQuery(transcriptPlanQuery(videoId, { transcript, point, stretches }));
  const [isChoosing, setIsChoosing] = useState(false);
  const toggle = (section: Stretch, isOn: boolean) => {
    const others = stretches.filter(({ from }) => from !== section.from);
    const { from, to } = section;
    setStretches(isOn ? [...others, { from, to }].sort((a, b) => a.from - b.from) : others);
  };
  return (
    <section aria-label="Transcript" className="w-full">
      <div className="flex items-center justify-between gap-2">
        <p className="tabular-nums">
          <span className="font-medium text-text">Transcript</span>{' '}
          {data && `${formatNumber(data.words)} words`}
        </p>
        <Button variant="ghost" onClick={() => setTranscript('')}>
          Remove
        </Button>
      </div>
      {leftOut > 0 && (
        <p>It was too long: its last {formatNumber(leftOut)} characters are left out. The rest is used.</p>
      )}
      {error && (
        <p role="alert" className="text-failed">
          {errorText(error, 'The transcript could not be read')}
        </p>
      )}
      {data && !error && (
        <>
          <p role="status" className="tabular-nums wrap-anywhere">
            The draft knows {used(data)}
          </p>
          {data.stretches !== null && data.sections.length > 1 && (
            <MoreButton onClick={() => setIsChoosing(!isChoosing)}>
              {isChoosing ? 'Hide the parts' : 'Choose other parts'}
            </MoreButton>
          )}
          {isChoosing && data.stretches !== null && (
            <ul aria-label="Parts of the transcript" className="flex max-h-60 flex-col overflow-y-auto">
              {data.sections.map((section) => (
                <li key={section.from}>
                  <label className="flex min-h-(--control) items-center gap-2">
                    <input
                      type="checkbox"
                      checked={stretches.some(({ from }) => from === section.from)}
                      onChange={(event) => toggle(section, event.target.checked)}
                    />
                    <span className="text-muted tabular-nums">{videoTime(section.from)}</span>
                    <span dir="auto" className="min-w-0 truncate">
                      {section.line}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

import { useState } from 'react';
import { type BulkPreset, bulkIntervals, bulkPresets, bulkSchedule } from '#shared/rules/schedule.ts';
import { ChannelWarning } from '../channel-warning.tsx';
import { DateTime } from '../time.tsx';
import { Dialog, DialogContent } from '../ui/dialog.tsx';
import { RadioGroup } from '../ui/radio-group.tsx';
import { PlanWarning } from './plan-warning.tsx';
import { ScheduleFooter } from './schedule-footer.tsx';
import { useScheduleRequest } from './use-schedule-request.ts';

export interface PlannedComment {
  commentId: number;
  videoTitle: string;
  channelId: string;
}

export interface PlannedPost {
  commentId: number;
  at: Date;
}

interface BulkScheduleDialogProps {
  /** In posting order. */
  comments: readonly PlannedComment[];
  onClose: () => void;
  onSchedule: (plan: readonly PlannedPost[], preset: BulkPreset) => Promise<void>;
}

const FIRST: Record<BulkPreset, string> = {
  '1': 'First in about 5 minutes, then every 5 to 15 minutes',
  '2': 'First in about an hour, then every 1 to 1.5 hours',
  '3': 'First in about 12 hours, then every 12 to 24 hours',
};

const OPTIONS = bulkPresets.map((preset) => ({
  value: preset,
  label: bulkIntervals[preset].name,
  help: FIRST[preset],
}));

/** Rolls all presets at once, so that switching keeps their times. */
function rollPlans(count: number) {
  const now = new Date();
  const roll = (preset: BulkPreset) => bulkSchedule(preset, count, now, Math.random);
  return { '1': roll('1'), '2': roll('2'), '3': roll('3') };
}

/** Sends the times as shown (rule 9.5). */
export function BulkScheduleDialog({ comments: given, onClose, onSchedule }: BulkScheduleDialogProps) {
  // The list may change behind the dialog.
  const [comments] = useState(given);
  const [plans, setPlans] = useState(() => rollPlans(comments.length));
  const [preset, setPreset] = useState<BulkPreset>('1');
  const request = useScheduleRequest(onClose);
  const times = plans[preset];

  const schedule = () => {
    const now = new Date();
    const plan = comments.flatMap(({ commentId }, index) => {
      const at = times[index];
      return at ? [{ commentId, at }] : [];
    });
    if (times.every((at) => at > now)) return void request.send(() => onSchedule(plan, preset));
    setPlans(rollPlans(comments.length));
    request.fail('Some of these times passed while this was open. Here are new ones.');
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Schedule Approved Comments"
        description={`${comments.length} comment${comments.length === 1 ? '' : 's'}, in the order of the queue`}
        footer={<ScheduleFooter pending={request.pending} label="Schedule" onSchedule={schedule} />}
      >
        <div className="flex flex-col gap-5">
          <RadioGroup label="Interval" value={preset} onValueChange={setPreset} options={OPTIONS} />
          <div className="flex flex-col gap-2">
            <h3 className="text-sm font-medium">Preview</h3>
            <ol className="flex max-h-64 flex-col overflow-y-auto rounded-control border border-line">
              {comments.map(({ commentId, videoTitle, channelId }, index) => (
                <li
                  key={commentId}
                  className="flex flex-wrap gap-x-4 border-b border-line px-3 py-2 last:border-0"
                >
                  <span className="w-48 shrink-0 text-sm text-muted">
                    <DateTime iso={times[index]?.toISOString() ?? ''} />
                  </span>
                  <div className="min-w-40 flex-1">
                    <p dir="auto" className="truncate text-left">
                      {videoTitle}
                    </p>
                    <ChannelWarning channelId={channelId} />
                  </div>
                </li>
              ))}
            </ol>
          </div>
          <PlanWarning plan={times} commentIds={comments.map(({ commentId }) => commentId)} />
          {request.failure && (
            <p role="alert" className="text-failed">
              {request.failure}
            </p>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { pointLimit } from '#shared/contracts/drafts.ts';
import {
  type CommentStyle,
  commentStyleLabels,
  commentStyles,
  defaultCommentStyle,
} from '#shared/contracts/primitives.ts';
import { modelSettingsQuery, userSettingsQuery } from '../../api/settings.ts';
import { voiceProfilesQuery } from '../../api/voice.ts';
import { Kbd } from '../../components/ui/button.tsx';
import { RadioGroup, Segmented } from '../../components/ui/choices.tsx';
import { Textarea } from '../../components/ui/form-fields.tsx';

/** Comes first and has the focus: a comment is best where the person knows what to say. */
export function PointField({
  value,
  onValueChange,
  canDraft,
  isNew,
  onDraft,
}: {
  value: string;
  onValueChange: (point: string) => void;
  /** Enter drafts. */
  canDraft: boolean;
  /** The last draft knew other things than the next one would. */
  isNew: boolean;
  onDraft: () => void;
}) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.nativeEvent.isComposing;
    if (event.key !== 'Enter' || !isPlain) return;
    // One line that grows: a new line would end up as a space in the prompt.
    event.preventDefault();
    if (canDraft && !event.repeat) onDraft();
  };
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        What do you want to say? <span className="font-normal text-muted">(optional)</span>
      </label>
      <div className="relative">
        <Textarea
          ref={field}
          id={id}
          rows={1}
          maxLength={pointLimit}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
          onKeyDown={onKeyDown}
          className={`max-h-32 min-h-(--control)! resize-none py-1.5! ${isNew ? 'pr-24! sm:pr-32!' : ''}`}
        />
        {isNew && (
          <button
            type="button"
            disabled={!canDraft}
            onClick={onDraft}
            className="absolute top-0.5 right-0.5 flex h-[calc(var(--control)-0.25rem)] items-center gap-2 rounded-control px-2 text-xs font-medium text-soft sm:px-2.5 hover:text-text disabled:opacity-50"
          >
            Draft again <Kbd>↵</Kbd>
          </button>
        )}
      </div>
    </div>
  );
}

const EXAMPLES: Record<CommentStyle, string> = {
  insightful: '“The retry budget matters more here than the timeout.”',
  supportive: '“This finally made readiness probes click for me.”',
  questioning: '“What happens to this when the leader is lost mid-write?”',
};

const LABELS = commentStyles.map((value) => ({ value, label: commentStyleLabels[value] }));
const WITH_EXAMPLES = LABELS.map((option) => ({ ...option, help: EXAMPLES[option.value] }));

interface StylePickerProps {
  value: CommentStyle;
  onValueChange: (style: CommentStyle) => void;
  disabled?: boolean;
}

export const StylePicker = (props: StylePickerProps) => (
  <Segmented compact label="Comment style" options={LABELS} {...props} />
);

/** Each style with an example. */
export const StyleList = (props: StylePickerProps) => (
  <RadioGroup label="Comment style" options={WITH_EXAMPLES} {...props} />
);

/** Starts as the active profile's Default Comment Style; without a profile as the app's. */
export function useStyle() {
  const settings = useQuery(userSettingsQuery);
  const profiles = useQuery(voiceProfilesQuery);
  const [chosen, setStyle] = useState<CommentStyle | null>(null);
  const active = profiles.data?.find(({ id }) => id === settings.data?.activeVoiceProfileId);
  return {
    style: chosen ?? active?.defaultCommentStyle ?? defaultCommentStyle,
    setStyle,
    isKnown: !settings.isPending && !profiles.isPending,
  };
}

/** Where the draft goes: by the setting until a box is pressed. */
export function useQueueBoxes() {
  const settings = useQuery(userSettingsQuery).data;
  const [chosenToQueue, setToQueue] = useState<boolean | null>(null);
  const [autoPost, setAutoPost] = useState(false);
  return { toQueue: chosenToQueue ?? settings?.autoQueueEnabled ?? true, setToQueue, autoPost, setAutoPost };
}

export function ModelName() {
  const settings = useQuery(modelSettingsQuery).data;
  if (!settings || settings.source === 'none') return null;
  const name = settings.source === 'sandbox' ? 'the sandbox’s model' : settings.model;
  return (
    <span className="min-w-0 truncate text-xs text-soft" title={name}>
      by {name}
    </span>
  );
}

/** How many seconds it is shown. */
export function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

import { type CommentStyle, commentStyleLabels, commentStyles } from '#shared/contracts/enums.ts';
import { RadioGroup, Segmented } from '../../../components/ui/choices.tsx';

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
  stacked?: boolean;
}

/** Stacked, each style shows an example. */
export function StylePicker({ stacked = false, ...props }: StylePickerProps) {
  if (stacked) return <RadioGroup label="Comment style" options={WITH_EXAMPLES} {...props} />;
  return <Segmented compact label="Comment style" options={LABELS} {...props} />;
}

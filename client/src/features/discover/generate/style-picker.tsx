import { type CommentStyle, commentStyleLabels, commentStyles } from '#shared/contracts/enums.ts';
import { RadioGroup, Segmented } from '../../../components/ui/radio-group.tsx';

const EXAMPLES: Record<CommentStyle, string> = {
  insightful: '“The retry budget matters more here than the timeout.”',
  supportive: '“This finally made readiness probes click for me.”',
  questioning: '“What happens to this when the leader is lost mid-write?”',
};

const OPTIONS = commentStyles.map((value) => ({
  value,
  label: commentStyleLabels[value],
  help: EXAMPLES[value],
}));

interface StylePickerProps {
  value: CommentStyle;
  onValueChange: (style: CommentStyle) => void;
  disabled?: boolean;
  stacked?: boolean;
}

export function StylePicker({ stacked = false, ...props }: StylePickerProps) {
  const Group = stacked ? RadioGroup : Segmented;
  return <Group label="Comment style" options={OPTIONS} {...props} />;
}

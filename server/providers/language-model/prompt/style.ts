import { type CommentStyle, commentStyleLabels } from '#shared/contracts/enums.ts';

const directions: Record<CommentStyle, string> = {
  insightful:
    'Add one concrete technical point that the video raises or leaves open: a detail, a trade-off, a pitfall, or what happens at scale.',
  supportive:
    'Encourage the author by naming exactly what was done well and why it helps the people who watch; general praise does not count.',
  questioning:
    'Ask one open question that an expert would find worth answering, and say in a sentence why it matters.',
};

export function styleSection(style: CommentStyle): string {
  return `Style of this comment: ${commentStyleLabels[style]}. ${directions[style]}`;
}

import type { Steer } from '#shared/contracts/grounding.ts';
import type { DraftRequest } from '../language-model.ts';
import { promptText } from './prompt-text.ts';

const steered: Record<Steer, string> = {
  shorter: 'Shorter. Bring it to about two thirds of its length; the main point stays.',
  more_concrete: 'More concrete. Take up one more detail of the given material.',
  less_certain: 'Less certain. Say as an impression or a question what is not certain, and claim less.',
  ask_instead: 'Ask instead. Make one question of it that ends the comment, and claim nothing.',
};

/** Texts as JSON strings, so that they cannot pass for a part of the prompt. */
export function changeSection(change: DraftRequest['steered']): string {
  if (!change) return '';
  const quoted = (text: string) => JSON.stringify(promptText(text));
  return [
    'Write another version of this comment. The change goes before length and style; sentences that it does not concern stay word for word.',
    `Present version: ${quoted(change.text)}`,
    ...(change.steer ? [`Change: ${steered[change.steer]}`] : []),
    ...(change.instruction
      ? [
          `Their own wish (it wins on style, length and language, never over the rules on links, advertising and inventions): ${quoted(change.instruction)}`,
        ]
      : []),
  ].join('\n');
}

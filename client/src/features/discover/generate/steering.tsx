import { type FormEvent, type ReactNode, useState } from 'react';
import { instructionLimit } from '#shared/contracts/drafts.ts';
import { type Steer, steerLabels, steers } from '#shared/contracts/grounding.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Input } from '../../../components/ui/fields.tsx';

export type Wish = { steer: Steer } | { instruction: string };

interface SteeringProps {
  disabled: boolean;
  /** Resolves to whether there is a new version. */
  onWish: (wish: Wish) => Promise<boolean>;
  /** Further ways to another draft. */
  children?: ReactNode;
}

/** Asks for another version of the draft. */
export function Steering({ disabled, onWish, children }: SteeringProps) {
  const [instruction, setInstruction] = useState('');

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (disabled || !instruction.trim()) return;
    if (await onWish({ instruction: instruction.trim() })) setInstruction('');
  }

  return (
    <form
      aria-label="Change this draft"
      onSubmit={(event) => void submit(event)}
      className="flex flex-wrap gap-2"
    >
      {steers.map((steer) => (
        <Button
          key={steer}
          disabled={disabled}
          className="max-sm:flex-[1_1_40%]"
          onClick={() => void onWish({ steer })}
        >
          {steerLabels[steer]}
        </Button>
      ))}
      {children}
      <Input
        aria-label="Or say what to change"
        placeholder="Or say what to change"
        enterKeyHint="go"
        maxLength={instructionLimit}
        value={instruction}
        onChange={(event) => setInstruction(event.target.value)}
        className="w-auto! min-w-40 flex-1 max-sm:w-full!"
      />
    </form>
  );
}

import { Sparkles } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';

export const generateLabel = (count: number) => `Generate ${count} ${count === 1 ? 'Comment' : 'Comments'}`;

export function SelectionBar({ count, onGenerate }: { count: number; onGenerate: () => void }) {
  return (
    <div
      data-floating-bar=""
      className="pointer-events-none fixed inset-x-0 bottom-18 z-20 flex justify-center px-4 sm:bottom-5 sm:pl-15 lg:pl-58"
    >
      <div className="pointer-events-auto flex animate-rise items-center gap-4 rounded-panel bg-raised py-2 pr-2 pl-4 shadow-float">
        <span className="whitespace-nowrap tabular-nums">{count} selected</span>
        <Button variant="primary" onClick={onGenerate}>
          <Sparkles aria-hidden />
          {generateLabel(count)}
        </Button>
      </div>
    </div>
  );
}

import { Button } from '../../components/ui/button.tsx';

export function RestoredNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-control bg-sunken px-3 py-2">
      Your unsaved changes were restored.
      <Button onClick={onStartOver}>Start Over</Button>
    </div>
  );
}

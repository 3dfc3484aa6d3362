import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { Button } from '../../../components/ui/button.tsx';

interface TakeoutButtonProps {
  pending: boolean;
  onFile: (file: File) => void;
}

/** Reads comments.csv of a Google Takeout. */
export function TakeoutButton({ pending, onFile }: TakeoutButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) onFile(file);
    // Allow choosing the same file again.
    target.value = '';
  };
  return (
    <>
      <Button disabled={pending} onClick={() => input.current?.click()}>
        <Upload aria-hidden />
        {pending ? 'Reading...' : 'Import from Takeout'}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="The comments file of a Google Takeout"
        className="hidden"
        onChange={choose}
      />
    </>
  );
}

import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';

interface ExpertiseInputProps {
  areas: readonly string[];
  onChange: (areas: string[]) => void;
  error: string | undefined;
}

/** Leaving the field adds the area too, so that none is forgotten. */
export function ExpertiseInput({ areas, onChange, error }: ExpertiseInputProps) {
  const [text, setText] = useState('');
  const add = () => {
    const area = text.trim();
    if (area !== '' && !areas.includes(area)) onChange([...areas, area]);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter adds an area instead of sending the form.
    event.preventDefault();
    add();
  };
  return (
    <div className="flex flex-col gap-2">
      <Field label="Expertise Areas" help="Found videos are matched with these." error={error}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={text}
              maxLength={100}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={onKeyDown}
              onBlur={add}
            />
            <Button onClick={add}>Add</Button>
          </div>
        )}
      </Field>
      {areas.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {areas.map((area) => (
            <li key={area}>
              <Badge className="pr-1 wrap-anywhere">
                {area}
                <button
                  type="button"
                  aria-label={`Remove ${area}`}
                  className="rounded-control p-1 hover:bg-hover"
                  onClick={() => onChange(areas.filter((each) => each !== area))}
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

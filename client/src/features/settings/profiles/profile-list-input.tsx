import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { AnyVoiceField } from '#shared/contracts/voice-fields.ts';
import { Badge, Button } from '../../../components/ui/button.tsx';
import { Field, Input } from '../../../components/ui/fields.tsx';

interface ProfileListInputProps {
  field: AnyVoiceField;
  entries: readonly string[];
  onChange: (entries: string[]) => void;
  error: string | undefined;
}

/** Adds an entry by button, by Enter, or by leaving the field, so that none is forgotten. */
export function ProfileListInput({ field, entries, onChange, error }: ProfileListInputProps) {
  const [text, setText] = useState('');
  const add = () => {
    const entry = text.trim();
    if (entry !== '' && !entries.includes(entry)) onChange([...entries, entry]);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter must not send the form.
    event.preventDefault();
    add();
  };
  return (
    <div className="flex flex-col gap-2">
      <Field label={field.label} help={field.help} error={error}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={text}
              maxLength={field.maxLength}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={onKeyDown}
              onBlur={add}
            />
            <Button onClick={add}>Add</Button>
          </div>
        )}
      </Field>
      {entries.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {entries.map((entry) => (
            <li key={entry}>
              <Badge className="pr-1 wrap-anywhere">
                {entry}
                <button
                  type="button"
                  aria-label={`Remove ${entry}`}
                  className="rounded-control p-1 hover:bg-hover"
                  onClick={() => onChange(entries.filter((each) => each !== entry))}
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

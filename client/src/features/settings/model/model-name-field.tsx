import type { UseFormRegisterReturn } from 'react-hook-form';
import { errorText } from '../../../api/error-text.ts';
import { type AskedServer, useListModels } from '../../../api/model-settings.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Field, Input } from '../../../components/ui/fields.tsx';

interface ModelNameFieldProps {
  listId: string;
  listed: readonly string[];
  help: string | undefined;
  error: string | undefined;
  registration: UseFormRegisterReturn;
  isFixed: boolean;
  server: () => AskedServer;
  onListed: (models: readonly string[]) => void;
}

function countOf(models: readonly string[]): string {
  if (models.length === 0) return 'Its name as the server knows it.';
  return models.length === 1 ? '1 model to choose from.' : `${models.length} models to choose from.`;
}

export function ModelNameField(props: ModelNameFieldProps) {
  const { listId, listed, help, error, registration, isFixed, server, onListed } = props;
  const listing = useListModels();
  const list = () =>
    listing.mutate(server(), {
      onSuccess: ({ models }) => onListed(models),
    });
  const failure = listing.isError ? errorText(listing.error, 'Failed to list the models') : undefined;
  return (
    <Field label="Model" help={help ?? countOf(listed)} error={error ?? failure}>
      {(attributes) => (
        <div className="flex gap-2">
          <Input
            {...attributes}
            {...registration}
            list={listId}
            autoComplete="off"
            spellCheck={false}
            placeholder="qwen3:8b"
            readOnly={isFixed}
          />
          <datalist id={listId}>
            {listed.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          {!isFixed && (
            <Button disabled={listing.isPending} onClick={list}>
              {listing.isPending ? 'Asking…' : 'List Models'}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

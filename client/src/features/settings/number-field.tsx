import { useFormContext } from 'react-hook-form';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import type { GeneralForm } from './general-form.ts';

interface NumberFieldProps {
  name: 'minGapSeconds' | 'dailyCap' | 'channelCooldownHours';
  label: string;
  help: string;
}

export function NumberField({ name, label, help }: NumberFieldProps) {
  const { register, formState } = useFormContext<GeneralForm>();
  return (
    <Field label={label} help={help} error={formState.errors[name]?.message}>
      {(attributes) => (
        <Input
          {...attributes}
          {...register(name, { valueAsNumber: true })}
          type="number"
          inputMode="numeric"
          className="max-w-32 tabular-nums"
        />
      )}
    </Field>
  );
}

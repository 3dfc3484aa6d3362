import { useFormContext } from 'react-hook-form';
import { Field } from '../../components/ui/field.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import type { ProfileTextFieldView } from './profile-fields.ts';
import type { ProfileForm } from './profile-form.ts';

export function ProfileTexts({ fields }: { fields: readonly ProfileTextFieldView[] }) {
  const { register, formState } = useFormContext<ProfileForm>();
  return (
    <div className="flex flex-col gap-5">
      {fields.map(({ name, label, help, rows }) => (
        <Field key={name} label={label} help={help} error={formState.errors[name]?.message}>
          {(attributes) => <Textarea {...attributes} {...register(name)} rows={rows} />}
        </Field>
      ))}
    </div>
  );
}

import { Controller, useFormContext } from 'react-hook-form';
import type { AnyVoiceField } from '#shared/contracts/voice-fields.ts';
import { Field, Textarea } from '../../../components/ui/fields.tsx';
import type { ProfileForm } from './profile-form.ts';
import { ProfileListInput } from './profile-list-input.tsx';

export function ProfileFields({ fields }: { fields: readonly AnyVoiceField[] }) {
  const { register, control, formState } = useFormContext<ProfileForm>();
  return fields.map((field) => {
    if (field.kind === 'text') {
      const { name, label, help, rows } = field;
      return (
        <Field key={name} label={label} help={help} error={formState.errors[name]?.message}>
          {(attributes) => (
            <Textarea
              {...attributes}
              {...register(name)}
              rows={rows}
              className={name === 'voiceExamples' ? 'font-voice text-voice' : ''}
            />
          )}
        </Field>
      );
    }
    const error = formState.errors[field.name];
    return (
      <Controller
        key={field.name}
        control={control}
        name={field.name}
        render={({ field: { value, onChange } }) => (
          <ProfileListInput
            field={field}
            entries={value}
            onChange={onChange}
            error={error?.message ?? error?.root?.message}
          />
        )}
      />
    );
  });
}

import { Controller, useFormContext } from 'react-hook-form';
import { commentStyleLabels, commentStyles } from '#shared/contracts/enums.ts';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Select } from '../../components/ui/select.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { ExpertiseInput } from './expertise-input.tsx';
import type { ProfileForm } from './profile-form.ts';

export function ProfileBasics() {
  const { register, control, formState } = useFormContext<ProfileForm>();
  const { errors } = formState;
  return (
    <div className="flex flex-col gap-5">
      <Field label="Profile Name" error={errors.name?.message}>
        {(attributes) => <Input {...attributes} {...register('name')} autoComplete="off" />}
      </Field>
      <Field
        label="Description"
        help="For yourself: what this voice is for."
        error={errors.description?.message}
      >
        {(attributes) => <Textarea {...attributes} {...register('description')} rows={2} />}
      </Field>
      <Field label="Default Comment Style">
        {(attributes) => (
          <Select {...attributes} {...register('defaultCommentStyle')}>
            {commentStyles.map((style) => (
              <option key={style} value={style}>
                {commentStyleLabels[style]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Controller
        control={control}
        name="expertiseAreas"
        render={({ field }) => (
          <ExpertiseInput
            areas={field.value}
            onChange={field.onChange}
            error={errors.expertiseAreas?.message ?? errors.expertiseAreas?.root?.message}
          />
        )}
      />
    </div>
  );
}

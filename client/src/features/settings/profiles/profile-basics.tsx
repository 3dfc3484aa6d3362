import { useFormContext } from 'react-hook-form';
import { commentStyleLabels, commentStyles } from '#shared/contracts/enums.ts';
import { allVoiceFields } from '#shared/contracts/voice-fields.ts';
import { Field, Input, Select } from '../../../components/ui/fields.tsx';
import { ProfileFields } from './profile-fields.tsx';
import type { ProfileForm } from './profile-form.ts';

const fields = allVoiceFields.filter(({ tab }) => tab === 'basic');
const texts = fields.filter(({ kind }) => kind === 'text');
const lists = fields.filter(({ kind }) => kind === 'list');

export function ProfileBasics() {
  const { register, formState } = useFormContext<ProfileForm>();
  return (
    <div className="flex flex-col gap-5">
      <Field label="Profile Name" error={formState.errors.name?.message}>
        {(attributes) => <Input {...attributes} {...register('name')} autoComplete="off" />}
      </Field>
      <ProfileFields fields={texts} />
      <Field
        label="Default Comment Style"
        help="Generate Comment and Bulk Comment Generation start with it while this profile is active."
      >
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
      <ProfileFields fields={lists} />
    </div>
  );
}

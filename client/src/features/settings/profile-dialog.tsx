import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { FormProvider, useController, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import {
  commentStyleLabels,
  commentStyleSchema,
  defaultCommentStyle,
  textSchema,
} from '#shared/contracts/primitives.ts';
import type { VoiceProfile } from '#shared/contracts/voice.ts';
import {
  type AnyVoiceField,
  allVoiceFields,
  forVoiceFields,
  longestVoiceText,
  type VoiceTab,
} from '#shared/contracts/voice-fields.ts';
import {
  useCreateVoiceProfile,
  useUpdateVoiceProfile,
  voiceProfilesQuery,
} from '../../api/voice.ts';
import { Badge, Button, Input } from '../../components/ui/button.tsx';
import {
  Disclosure,
  Tabs,
  TabsContent,
  TabsList,
  TabsTrigger,
} from '../../components/ui/choices.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import {
  Field,
  InputField,
  SelectField,
  TextareaField,
} from '../../components/ui/form-fields.tsx';
import {
  changedIn,
  failed,
  RestoredNotice,
  succeeded,
  useKeptForm,
} from './kept-form.tsx';

const profileFormSchema = z.object({
  name: textSchema(200).trim().min(1, 'Profile name is required'),
  defaultCommentStyle: commentStyleSchema,
  ...forVoiceFields({
    text: () => textSchema(longestVoiceText),
    list: ({ maxLength, maxEntries, tooMany }) =>
      z.array(textSchema(maxLength).trim().min(1)).max(maxEntries, tooMany),
  }),
});
type ProfileForm = z.infer<typeof profileFormSchema>;

const toForm = (profile: VoiceProfile | null): ProfileForm => ({
  name: profile?.name ?? '',
  defaultCommentStyle: profile?.defaultCommentStyle ?? defaultCommentStyle,
  ...forVoiceFields({
    text: ({ name }) => profile?.[name] ?? '',
    list: ({ name }) => profile?.[name] ?? [],
  }),
});

/** An emptied field clears the stored value; a missing field leaves it unchanged. */
const toRequest = (form: Partial<ProfileForm>) => ({
  ...form,
  ...forVoiceFields({
    text: ({ name }) => (form[name]?.trim() === '' ? null : form[name]),
    list: ({ name }) => form[name],
  }),
});

const resolver = zodResolver(profileFormSchema);

function useSaveProfile(
  profile: VoiceProfile | null,
  stored: ProfileForm,
  onSaved: () => void,
) {
  const client = useQueryClient();
  const create = useCreateVoiceProfile();
  const update = useUpdateVoiceProfile();

  async function save(form: ProfileForm) {
    const verb = profile ? 'update' : 'create';
    try {
      // The profile may have been deleted in another tab meanwhile.
      const known = client.getQueryData(voiceProfilesQuery.queryKey);
      if (profile && known && !known.some(({ id }) => id === profile.id))
        throw new Error('No profile selected for editing');
      if (profile)
        await update.mutateAsync({
          id: profile.id,
          body: toRequest(changedIn(form, stored)),
        });
      else await create.mutateAsync({ ...toRequest(form), name: form.name });
      succeeded(`Voice profile ${verb}d successfully`);
      onSaved();
    } catch (error) {
      failed(error, `Failed to ${verb} voice profile`);
    }
  }

  return { isPending: create.isPending || update.isPending, save };
}

type ListField = Extract<AnyVoiceField, { kind: 'list' }>;

/**
 * Adds an entry with the button, with Enter, or when the field loses the focus, so that
 * none is forgotten.
 */
function ProfileListInput({ name, label, help, maxLength }: ListField) {
  const { field, fieldState } = useController<ProfileForm, ListField['name']>({ name });
  const { value: entries, onChange } = field;
  const { error } = fieldState;
  const [text, setText] = useState('');
  const add = () => {
    const entry = text.trim();
    if (entry !== '' && !entries.includes(entry)) onChange([...entries, entry]);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter must not submit the form.
    event.preventDefault();
    add();
  };
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} help={help} error={error?.message ?? error?.root?.message}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={text}
              maxLength={maxLength}
              onValueChange={setText}
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
                  <X className="size-3.5" />
                </button>
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ProfileFields({ fields }: { fields: readonly AnyVoiceField[] }) {
  const { register, formState } = useFormContext<ProfileForm>();
  return fields.map((field) => {
    if (field.kind === 'list') return <ProfileListInput key={field.name} {...field} />;
    const { name, label, help, rows } = field;
    return (
      <TextareaField
        key={name}
        label={label}
        help={help}
        error={formState.errors[name]?.message}
        {...register(name)}
        rows={rows}
        className={name === 'voiceExamples' ? 'font-voice text-voice' : ''}
      />
    );
  });
}

const fields = allVoiceFields.filter(({ tab }) => tab === 'basic');
const texts = fields.filter(({ kind }) => kind === 'text');
const lists = fields.filter(({ kind }) => kind === 'list');

function ProfileBasics() {
  const { register, formState } = useFormContext<ProfileForm>();
  return (
    <div className="flex flex-col gap-5">
      <InputField
        label="Profile Name"
        error={formState.errors.name?.message}
        {...register('name')}
        autoComplete="off"
      />
      <ProfileFields fields={texts} />
      <SelectField
        label="Default Comment Style"
        help="Generate Comment and Bulk Comment Generation start with it while this profile is active."
        options={Object.entries(commentStyleLabels)}
        {...register('defaultCommentStyle')}
      />
      <ProfileFields fields={lists} />
    </div>
  );
}

const FORM_ID = 'voice-profile-form';
const TABS: readonly { tab: VoiceTab; label: string; meaning?: string }[] = [
  { tab: 'basic', label: 'Basic Info' },
  { tab: 'voice', label: 'Voice & Style' },
  {
    tab: 'business',
    label: 'Business Context',
    meaning:
      'What you do, and for whom. Each draft is written with it in mind, so that it stays in your field; none of it is advertised. A hobby needs none: leave it empty.',
  },
  {
    tab: 'framework',
    label: 'AI Framework',
    meaning:
      'Orders for the language model, word for word. Paste what has worked for you in a chat assistant, or leave it empty: the other tabs are enough for good drafts.',
  },
];

/**
 * A dialog that was closed by mistake opens again with what was typed. Cancel discards
 * that.
 */
export function ProfileDialog({
  profile,
  onClose,
}: {
  profile: VoiceProfile | null;
  onClose: () => void;
}) {
  const [stored] = useState(() => toForm(profile));
  const name = `profile-draft.${profile?.id ?? 'new'}`;
  const { form, restored, startOver, forget } = useKeptForm<ProfileForm>({
    name,
    resolver,
    stored,
  });
  const [tab, setTab] = useState<VoiceTab>('basic');
  const leave = () => {
    forget();
    onClose();
  };
  const saving = useSaveProfile(profile, stored, leave);

  const submit = form.handleSubmit(saving.save, (errors) => {
    const [first] = Object.keys(errors);
    if (first) setTab(allVoiceFields.find(({ name }) => name === first)?.tab ?? 'basic');
  });

  return (
    <Dialog
      onClose={onClose}
      title={profile ? 'Edit Voice Profile' : 'Create Voice Profile'}
      footer={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={FORM_ID}
            busy={saving.isPending && 'Saving...'}
          >
            {profile ? 'Update Profile' : 'Create Profile'}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id={FORM_ID}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => void submit(event)}
        >
          {restored && <RestoredNotice onStartOver={startOver} />}
          <Tabs value={tab} onValueChange={(next) => setTab(next as VoiceTab)}>
            <TabsList aria-label="Parts of the profile">
              {TABS.map((each) => (
                <TabsTrigger key={each.tab} value={each.tab}>
                  {each.label}
                </TabsTrigger>
              ))}
            </TabsList>
            {TABS.map((each) => (
              <TabsContent key={each.tab} value={each.tab} className="pt-6">
                {each.tab === 'basic' ? (
                  <ProfileBasics />
                ) : (
                  <div className="flex flex-col gap-5">
                    {each.meaning && (
                      <Disclosure summary="What is this?">
                        <p className="max-w-measure pl-5.5 text-soft">{each.meaning}</p>
                      </Disclosure>
                    )}
                    <ProfileFields
                      fields={allVoiceFields.filter((field) => field.tab === each.tab)}
                    />
                  </div>
                )}
              </TabsContent>
            ))}
          </Tabs>
        </form>
      </FormProvider>
    </Dialog>
  );
}

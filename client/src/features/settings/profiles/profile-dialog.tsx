import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { allVoiceFields, type VoiceTab } from '#shared/contracts/voice-fields.ts';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../components/ui/choices.tsx';
import { Dialog, DialogContent } from '../../../components/ui/dialog.tsx';
import { RestoredNotice } from '../restored-notice.tsx';
import { ProfileBasics } from './profile-basics.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { useProfileForm } from './use-profile-form.ts';
import { useSaveProfile } from './use-save-profile.ts';

interface ProfileDialogProps {
  profile: VoiceProfile | null;
  onClose: () => void;
}

const FORM_ID = 'voice-profile-form';
const TABS: readonly { tab: VoiceTab; label: string }[] = [
  { tab: 'basic', label: 'Basic Info' },
  { tab: 'voice', label: 'Voice & Style' },
  { tab: 'business', label: 'Business Context' },
  { tab: 'framework', label: 'AI Framework' },
];

/** Closed by mistake, it opens again with what was typed; Cancel discards that. */
export function ProfileDialog({ profile, onClose }: ProfileDialogProps) {
  const { form, restored, startOver, forget } = useProfileForm(profile);
  const [tab, setTab] = useState<VoiceTab>('basic');
  const saving = useSaveProfile(profile, () => {
    forget();
    onClose();
  });

  const submit = form.handleSubmit(saving.save, (errors) => {
    const [first] = Object.keys(errors);
    if (first) setTab(allVoiceFields.find(({ name }) => name === first)?.tab ?? 'basic');
  });

  const cancel = () => {
    forget();
    onClose();
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={profile ? 'Edit Voice Profile' : 'Create Voice Profile'}
        footer={
          <>
            <Button onClick={cancel}>Cancel</Button>
            <Button variant="primary" type="submit" form={FORM_ID} disabled={saving.isPending}>
              {saving.isPending ? 'Saving...' : profile ? 'Update Profile' : 'Create Profile'}
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
            <Tabs
              value={tab}
              onValueChange={(value) => setTab(TABS.find((each) => each.tab === value)?.tab ?? 'basic')}
            >
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
                      <ProfileFields fields={allVoiceFields.filter((field) => field.tab === each.tab)} />
                    </div>
                  )}
                </TabsContent>
              ))}
            </Tabs>
          </form>
        </FormProvider>
      </DialogContent>
    </Dialog>
  );
}

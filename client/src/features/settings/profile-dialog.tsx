import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogContent } from '../../components/ui/dialog.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { ProfileBasics } from './profile-basics.tsx';
import { type ProfileTab, profileTabLabels, profileTextTabs, tabOf } from './profile-fields.ts';
import { ProfileTexts } from './profile-texts.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { useProfileForm } from './use-profile-form.ts';
import { useSaveProfile } from './use-save-profile.ts';

interface ProfileDialogProps {
  /** null creates one. */
  profile: VoiceProfile | null;
  onClose: () => void;
}

const FORM_ID = 'voice-profile-form';
const TABS: readonly ProfileTab[] = ['basic', 'voice', 'business', 'framework'];

/** Creates or edits a voice. Closed by mistake, it opens again with what was typed; Cancel gives that up. */
export function ProfileDialog({ profile, onClose }: ProfileDialogProps) {
  const { form, restored, startOver, forget } = useProfileForm(profile);
  const [tab, setTab] = useState<ProfileTab>('basic');
  const saving = useSaveProfile(profile, () => {
    forget();
    onClose();
  });

  const submit = form.handleSubmit(saving.save, (errors) => {
    const [first] = Object.keys(errors);
    if (first) setTab(tabOf(first));
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
              onValueChange={(value) => setTab(TABS.find((each) => each === value) ?? 'basic')}
            >
              <TabsList aria-label="Parts of the profile">
                {TABS.map((each) => (
                  <TabsTrigger key={each} value={each}>
                    {profileTabLabels[each]}
                  </TabsTrigger>
                ))}
              </TabsList>
              <TabsContent value="basic">
                <ProfileBasics />
              </TabsContent>
              {(['voice', 'business', 'framework'] as const).map((each) => (
                <TabsContent key={each} value={each}>
                  <ProfileTexts fields={profileTextTabs[each]} />
                </TabsContent>
              ))}
            </Tabs>
          </form>
        </FormProvider>
      </DialogContent>
    </Dialog>
  );
}

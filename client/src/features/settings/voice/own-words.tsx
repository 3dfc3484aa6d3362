import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnCommentsImport } from '#shared/contracts/own-comments.ts';
import { ownCommentsQuery, useImportOwnComments } from '../../../api/own-comments.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { Button } from '../../../components/ui/button.tsx';
import { counted } from '../../../lib/formats.ts';
import { ImportReport } from './import-report.tsx';
import { OwnCommentsDialog } from './own-comments-dialog.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { TakeoutButton } from './takeout-button.tsx';
import { VoiceQuery } from './voice-query.tsx';
import { VoiceSection } from './voice-section.tsx';

function Count({ total, onShow }: { total: number; onShow: () => void }) {
  return (
    <p className="flex min-h-8 flex-wrap items-center gap-3 tabular-nums">
      <span>{total === 0 ? 'None yet.' : `${counted(total, 'comment')}.`}</span>
      {total > 0 && <Button onClick={onShow}>Show Them</Button>}
    </p>
  );
}

export function OwnWords({ profileId }: { profileId: number }) {
  const comments = useInfiniteQuery(ownCommentsQuery(profileId));
  const importing = useImportOwnComments(profileId);
  const [open, setOpen] = useState<'paste' | 'list' | null>(null);
  const [report, setReport] = useState<OwnCommentsImport | null>(null);

  const bring = async (brought: { text: string } | { file: Blob }): Promise<boolean> => {
    try {
      setReport(await importing.mutateAsync(brought));
      return true;
    } catch (error) {
      toastFailure('Failed to import the comments', error);
      return false;
    }
  };

  return (
    <VoiceSection
      title="Your own words"
      help="Comments you wrote yourself. Drafts use similar ones as examples, and the style profile is computed from them. They stay on this server."
      actions={
        <>
          <Button onClick={() => setOpen('paste')}>Paste Comments</Button>
          <TakeoutButton pending={importing.isPending} onFile={(file) => void bring({ file })} />
        </>
      }
    >
      {report && <ImportReport report={report} />}
      <VoiceQuery query={comments} what="your comments" lines={1}>
        {({ pages }) => <Count total={pages[0]?.total ?? 0} onShow={() => setOpen('list')} />}
      </VoiceQuery>
      {open === 'paste' && (
        <PasteDialog
          profileId={profileId}
          pending={importing.isPending}
          onPaste={(text) => bring({ text })}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'list' && <OwnCommentsDialog profileId={profileId} onClose={() => setOpen(null)} />}
    </VoiceSection>
  );
}

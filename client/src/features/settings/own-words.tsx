import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type OwnCommentsImport, pastedTextLimit } from '#shared/contracts/voice.ts';
import { beginningOf } from '#shared/rules/cut-text.ts';
import {
  ownCommentsQuery,
  useImportOwnComments,
  useRemoveOwnComments,
} from '../../api/voice.ts';
import { CommentText } from '../../components/comment-state.tsx';
import { DateTime } from '../../components/time.tsx';
import { Button, IconButton } from '../../components/ui/button.tsx';
import { Disclosure } from '../../components/ui/choices.tsx';
import { ConfirmButton, Dialog } from '../../components/ui/dialog.tsx';
import { FileButton, TextareaField } from '../../components/ui/form-fields.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';
import { useUnsavedText } from '../../lib/unsaved.ts';
import { Answered, SettingsSection } from './kept-form.tsx';

function ImportReport({ report }: { report: OwnCommentsImport }) {
  const { imported, duplicates, unreadable, problems } = report;
  return (
    <div
      role="status"
      className="max-w-measure rounded-control bg-sunken px-3 py-2 text-sm tabular-nums"
    >
      <p>
        Added {counted(imported, 'comment')}.
        {duplicates > 0 &&
          ` ${formatNumber(duplicates)} ${duplicates === 1 ? 'was' : 'were'} there already.`}
        {unreadable > 0 && ` ${counted(unreadable, 'row')} could not be read.`}
      </p>
      {problems.length > 0 && (
        <Disclosure className="mt-1" summary="Which rows">
          <ul className="mt-1 max-h-48 overflow-y-auto">
            {problems.map(({ line, reason }) => (
              <li key={line}>
                Line {formatNumber(line)}: {reason}
              </li>
            ))}
            {unreadable > problems.length && (
              <li className="text-muted">
                and {formatNumber(unreadable - problems.length)} more
              </li>
            )}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

function OwnCommentsDialog({
  profileId,
  onClose,
}: {
  profileId: number;
  onClose: () => void;
}) {
  const own = useInfiniteQuery(ownCommentsQuery(profileId));
  const removal = useRemoveOwnComments(profileId);
  const comments = own.data?.pages.flatMap((page) => page.comments) ?? [];
  const count = own.data?.pages[0]?.total ?? 0;
  const total = counted(count, 'comment');

  return (
    <Dialog
      onClose={onClose}
      title="Your own words"
      description={`${total}, newest first`}
      footer={
        <>
          <ConfirmButton
            disabled={comments.length === 0}
            question={{
              title: `Remove ${count === 1 ? '' : 'all '}${total}?`,
              description:
                'They will not be used as examples or for the style profile. This action cannot be undone.',
              confirmLabel: 'Remove All',
              onConfirm: () => removal.mutate('all', { onSuccess: onClose }),
            }}
          >
            Remove All
          </ConfirmButton>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <ul className="flex flex-col">
        {comments.map(({ id, content, writtenAt }) => (
          <li
            key={id}
            className="flex items-start gap-3 border-b border-line py-1 last:border-0"
          >
            <div className="min-w-0 flex-1 py-1.75">
              <CommentText>{content}</CommentText>
              {writtenAt && (
                <p className="text-sm text-muted">
                  <DateTime iso={writtenAt} format="date" />
                </p>
              )}
            </div>
            <IconButton
              icon={Trash2}
              className="-mr-2"
              aria-label={`Remove “${beginningOf(content, 40)}”`}
              title="Remove"
              disabled={removal.isPending}
              onClick={() => removal.mutate(id)}
            />
          </li>
        ))}
      </ul>
      {own.hasNextPage && (
        <Button
          className="mt-4"
          disabled={own.isFetchingNextPage}
          onClick={() => void own.fetchNextPage()}
        >
          Show More
        </Button>
      )}
    </Dialog>
  );
}

interface PasteDialogProps {
  profileId: number;
  importing: ReturnType<typeof useImportOwnComments>;
  onClose: () => void;
}

/** Keeps the pasted text until the server has accepted it. */
function PasteDialog({ profileId, importing, onClose }: PasteDialogProps) {
  const [text, setText] = useUnsavedText(`own-comments.${profileId}`);
  const taken = () => {
    setText('');
    onClose();
  };
  const isTooLong = text.length > pastedTextLimit;
  return (
    <Dialog
      onClose={onClose}
      title="Paste Comments"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={text.trim() === '' || isTooLong}
            busy={importing.isPending && 'Adding...'}
            onClick={() => importing.mutate({ text }, { onSuccess: taken })}
          >
            Add Comments
          </Button>
        </>
      }
    >
      <TextareaField
        label="Comments you wrote"
        help="One after another, with an empty line between them. Links and addresses in them are never copied into a draft."
        error={
          isTooLong
            ? `Too much at once: at most ${formatNumber(pastedTextLimit)} characters. Add a part of it first.`
            : undefined
        }
        rows={8}
        className="max-h-[50dvh] min-h-48 font-voice text-voice"
        value={text}
        onValueChange={setText}
      />
    </Dialog>
  );
}

export function OwnWords({ profileId }: { profileId: number }) {
  const comments = useInfiniteQuery(ownCommentsQuery(profileId));
  const importing = useImportOwnComments(profileId);
  const [open, setOpen] = useState<'paste' | 'list' | null>(null);
  const close = () => setOpen(null);

  return (
    <SettingsSection
      title="Your own words"
      help="Comments you wrote yourself. The style profile is computed from them. Kept on your server; a few go to your language model with each draft."
      actions={
        <>
          <Button onClick={() => setOpen('paste')}>Paste Comments</Button>
          <FileButton
            disabled={importing.isPending}
            accept=".csv,text/csv"
            label="The comments file of a Google Takeout"
            onFile={(file) => importing.mutate({ file })}
          >
            {importing.isPending ? 'Reading...' : 'Import from Takeout'}
          </FileButton>
        </>
      }
    >
      {importing.data && <ImportReport report={importing.data} />}
      <Answered query={comments} what="your comments" lines={1}>
        {({ pages: [{ total = 0 } = {}] }) => (
          <p className="flex min-h-8 flex-wrap items-center gap-3 tabular-nums">
            <span>{total === 0 ? 'None yet.' : `${counted(total, 'comment')}.`}</span>
            {total > 0 && <Button onClick={() => setOpen('list')}>Show Them</Button>}
          </p>
        )}
      </Answered>
      {open === 'paste' && (
        <PasteDialog profileId={profileId} importing={importing} onClose={close} />
      )}
      {open === 'list' && <OwnCommentsDialog profileId={profileId} onClose={close} />}
    </SettingsSection>
  );
}

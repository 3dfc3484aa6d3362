import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ownCommentsQuery, useRemoveAllOwnComments, useRemoveOwnComment } from '../../../api/own-comments.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { DateTime } from '../../../components/time.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { AlertDialog, Dialog, DialogContent } from '../../../components/ui/dialog.tsx';
import { counted } from '../../../lib/formats.ts';

interface OwnCommentsDialogProps {
  profileId: number;
  onClose: () => void;
}

export function OwnCommentsDialog({ profileId, onClose }: OwnCommentsDialogProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    ownCommentsQuery(profileId),
  );
  const removal = useRemoveOwnComment();
  const clearing = useRemoveAllOwnComments(profileId);
  const [asking, setAsking] = useState(false);
  const comments = data?.pages.flatMap((page) => page.comments) ?? [];
  const count = data?.pages[0]?.total ?? 0;
  const total = counted(count, 'comment');
  const onError = (error: unknown) => toastFailure('Failed to remove the comment', error);

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Your own words"
        description={`${total}, newest first`}
        footer={
          <>
            <Button variant="danger" disabled={comments.length === 0} onClick={() => setAsking(true)}>
              Remove All
            </Button>
            <Button onClick={onClose}>Done</Button>
          </>
        }
      >
        <ul className="flex flex-col">
          {comments.map(({ id, content, writtenAt }) => (
            <li key={id} className="flex items-start gap-3 border-b border-line py-1 last:border-0">
              <div className="min-w-0 flex-1 py-1.75">
                <p className="max-w-measure font-voice text-voice break-words whitespace-pre-wrap">
                  {content}
                </p>
                {writtenAt && (
                  <p className="text-sm text-muted">
                    <DateTime iso={writtenAt} format="date" />
                  </p>
                )}
              </div>
              <Button
                variant="ghost"
                size="icon"
                className="-mr-2"
                aria-label={`Remove “${content.slice(0, 40)}”`}
                title="Remove"
                disabled={removal.isPending}
                onClick={() => removal.mutate(id, { onError })}
              >
                <Trash2 aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
        {hasNextPage && (
          <Button className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show More
          </Button>
        )}
        {asking && (
          <AlertDialog
            open
            onOpenChange={setAsking}
            title={`Remove ${count === 1 ? '' : 'all '}${total}?`}
            description="They will not be used as examples or for the style profile. This action cannot be undone."
            confirmLabel="Remove All"
            danger
            onConfirm={() => clearing.mutate(undefined, { onSuccess: onClose, onError })}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}

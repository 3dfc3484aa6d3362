import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CommentStyle, defaultCommentStyle } from '#shared/contracts/enums.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { userSettingsQuery } from '../../../api/user-settings.ts';
import { EarlierVersions } from '../../../components/earlier-versions.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { CheckboxField } from '../../../components/ui/checkbox.tsx';
import { Dialog, DialogClose, DialogContent } from '../../../components/ui/dialog.tsx';
import { toast } from '../../../lib/toast.ts';
import { ContentIntelligence } from '../results/content-intelligence.tsx';
import { BrokenDraftNotice } from './broken-draft-notice.tsx';
import { CommentAnalysis } from './comment-analysis.tsx';
import { CommentEditor } from './comment-editor.tsx';
import { DraftChoices } from './draft-choices.tsx';
import { QualityBadge } from './quality-badge.tsx';
import { StylePicker } from './style-picker.tsx';
import { useCommentEditor } from './use-comment-editor.ts';
import { useDraftChoices } from './use-draft-choices.ts';
import { useGenerate } from './use-generate.ts';
import { useQueueComment } from './use-queue-comment.ts';
import { VideoContext } from './video-context.tsx';
import { WhyThisDraft } from './why-this-draft.tsx';

interface GenerateDialogProps {
  video: FoundVideo;
  onClose: () => void;
}

/** Mount it anew for each opening: it starts with an empty text. */
export function GenerateDialog({ video, onClose }: GenerateDialogProps) {
  const settings = useQuery(userSettingsQuery).data;
  const [style, setStyle] = useState<CommentStyle>(defaultCommentStyle);
  const [chosenToQueue, setChosenToQueue] = useState<boolean | null>(null);
  const [autoPost, setAutoPost] = useState(false);
  const toQueue = chosenToQueue ?? settings?.autoQueueEnabled ?? true;

  const editor = useCommentEditor(video.id, null);
  const drafts = useDraftChoices(editor);
  const generate = useGenerate(video, editor, drafts.offer);
  const queue = useQueueComment(editor, onClose);
  const { comment } = editor;
  const hasText = editor.text.trim() !== '';
  const busy = generate.isPending || queue.isPending || drafts.isPending;

  const save = async () => {
    if (await editor.save())
      toast({ title: 'Comment Saved', description: 'Your edits have been saved successfully.' });
  };

  const footer = (
    <>
      <div className="mr-auto flex flex-col gap-2 py-1">
        <CheckboxField
          checked={toQueue}
          onCheckedChange={(checked) => setChosenToQueue(checked === true)}
          label="Add to review queue"
        />
        <CheckboxField
          checked={autoPost}
          disabled={!toQueue}
          onCheckedChange={(checked) => setAutoPost(checked === true)}
          label="Auto-post after 24h review period"
        />
      </div>
      <DialogClose asChild>
        <Button variant="ghost">Cancel</Button>
      </DialogClose>
      {comment && hasText && (
        <Button
          variant={toQueue ? 'secondary' : 'primary'}
          disabled={!editor.savable || busy}
          onClick={() => void save()}
        >
          Save Edits
        </Button>
      )}
      <Button
        variant={comment && toQueue ? 'primary' : 'secondary'}
        disabled={!editor.savable || busy || !toQueue}
        onClick={() => void queue.run(autoPost)}
      >
        Add to Queue
      </Button>
    </>
  );

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent size="lg" title="Generate Comment" footer={footer}>
        <div className="grid gap-6 md:grid-cols-[16rem_minmax(0,1fr)]">
          <VideoContext video={video} />
          <div className="flex min-w-0 flex-col gap-5">
            <StylePicker value={style} onValueChange={setStyle} disabled={generate.isPending} />
            <div className="flex flex-wrap items-center gap-3">
              <Button
                variant={comment ? 'secondary' : 'primary'}
                disabled={busy}
                onClick={() => void generate.run(style)}
              >
                {generate.isPending ? 'Generating...' : comment ? 'Generate Again' : 'Generate Comment'}
              </Button>
              {generate.live !== null && <Button onClick={generate.stop}>Stop</Button>}
              {comment && <QualityBadge score={comment.qualityScore} />}
              <span role="status" className="sr-only">
                {generate.isPending ? 'Writing a draft' : comment ? 'The draft is ready' : ''}
              </span>
            </div>
            {comment && <DraftChoices choices={drafts.choices} disabled={busy} onPick={drafts.pick} />}
            <CommentEditor
              editor={editor}
              label="Generated comment"
              placeholder="The draft appears here, for you to make your own."
              readOnly={generate.isPending || drafts.isPending}
              live={generate.live}
            />
            {generate.broken && (
              <BrokenDraftNotice
                {...generate.broken}
                onContinue={hasText ? () => void generate.run(style, editor.text) : null}
              />
            )}
            {comment?.analysis && typeof comment.analysis !== 'string' && (
              <CommentAnalysis analysis={comment.analysis} edited={editor.edited} />
            )}
            {comment && <EarlierVersions comment={comment} />}
            {comment && <WhyThisDraft comment={comment} />}
            {video.contentInsights && video.engagementScore !== null && (
              <section className="flex flex-col gap-3 border-t border-line pt-4">
                <h3 className="font-medium">Content Intelligence Analysis</h3>
                <ContentIntelligence
                  engagementScore={video.engagementScore}
                  insights={video.contentInsights}
                />
              </section>
            )}
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}

import { Link } from 'wouter';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { Button, buttonClasses } from '../../../components/ui/button.tsx';
import { BrokenDraftNotice } from '../generate/broken-draft-notice.tsx';
import { CommentEditor } from '../generate/comment-editor.tsx';
import { MissingModelNotice } from '../generate/missing-model-notice.tsx';
import { NothingToAddNotice } from '../generate/nothing-to-add-notice.tsx';
import { QualityBadge } from '../generate/quality-badge.tsx';
import { useCommentEditor } from '../generate/use-comment-editor.ts';
import { useGenerate } from '../generate/use-generate.ts';
import { useQueueComment } from '../generate/use-queue-comment.ts';
import { useStartStyle } from '../generate/use-start-style.ts';

interface FirstDraftProps {
  video: FoundVideo;
  isQueued: boolean;
  onQueued: () => void;
}

const nothingMore = () => undefined;

export function FirstDraft({ video, isQueued, onQueued }: FirstDraftProps) {
  const editor = useCommentEditor(video.id, null);
  const generate = useGenerate(video, editor, nothingMore);
  const queue = useQueueComment(editor);
  const { comment } = editor;
  const isBusy = generate.isPending || queue.isPending;
  const { startStyle } = useStartStyle();
  const draft = () => void generate.run(startStyle);
  if (generate.nothingToAdd)
    return (
      <NothingToAddNotice disabled={isBusy} onWrite={() => void generate.run(startStyle, { anyway: true })}>
        {generate.nothingToAdd}
      </NothingToAddNotice>
    );
  if (generate.missingModel) return <MissingModelNotice>{generate.missingModel}</MissingModelNotice>;
  const isBegun = comment !== null || generate.live !== null || editor.text !== '';
  return (
    <div className="flex flex-col gap-3">
      {isBegun && (
        <CommentEditor
          editor={editor}
          label="Your first comment"
          readOnly={isBusy || isQueued}
          live={generate.live}
        >
          {comment && (
            <span className="ml-auto">
              <QualityBadge comment={comment} />
            </span>
          )}
        </CommentEditor>
      )}
      {generate.broken && (
        <BrokenDraftNotice
          {...generate.broken}
          onContinue={editor.text.trim() ? () => void generate.run(startStyle, { begun: editor.text }) : null}
        />
      )}
      <span role="status" className="sr-only">
        {generate.isPending ? 'Writing a draft' : comment ? 'The draft is ready' : ''}
      </span>
      <div className="flex flex-wrap gap-2">
        {isQueued && comment ? (
          <Link href={`/queue?comment=${comment.id}`} className={`${buttonClasses('primary', 'lg')} flex-1`}>
            Review It
          </Link>
        ) : comment ? (
          <>
            <Button
              variant="primary"
              size="lg"
              className="flex-1"
              disabled={isBusy || !editor.savable}
              onClick={() => void queue.run(false, onQueued)}
            >
              Add to Queue
            </Button>
            <Button size="lg" disabled={isBusy} onClick={draft}>
              {generate.isPending ? 'Generating...' : 'Not quite me'}
            </Button>
          </>
        ) : (
          <Button variant="primary" size="lg" className="flex-1" disabled={isBusy} onClick={draft}>
            {generate.isPending ? 'Generating...' : 'Generate Comment'}
          </Button>
        )}
      </div>
    </div>
  );
}

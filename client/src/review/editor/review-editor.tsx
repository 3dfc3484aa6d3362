import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { type CommentRow, commentSoftLimit } from '#shared/contracts/comments.ts';
import { type CommentStyle, commentStyleLabels } from '#shared/contracts/primitives.ts';
import { isSavableText, openGaps } from '#shared/rules/comment-text.ts';
import { commentQuery } from '../../api/drafts.ts';
import { Button } from '../../components/ui/button.tsx';
import { Kbd } from '../../components/ui/keys.tsx';
import { classNames, useHeightVariable } from '../../lib/browser.ts';
import { formatNumber } from '../../lib/formats.ts';
import type { TextId } from '../../lib/unsaved.ts';
import type { Review } from '../review.ts';
import {
  EditorFrame,
  Steering,
  type UnsavedEdits,
  useLiveText,
  useUnsavedEdit,
  type Wish,
} from './comment-editor.tsx';
import { DraftChecksLine } from './draft-record.tsx';
import { useMarkedText } from './marked-text.tsx';
import { LitQuote } from './source-notes.tsx';

/** A comment, or an answer that is not stored yet. */
export type EditedText = Pick<CommentRow, 'content' | 'revision' | 'gaps'> & {
  id: TextId;
  style?: CommentStyle;
  model?: string | null;
  video: Pick<CommentRow['video'], 'youtubeId'>;
};

interface CommentEditorProps {
  comment: EditedText;
  review: Review;
  readOnly: boolean;
  onSave: () => Promise<void>;
  onVouch: (sentence: string) => void;
  /**
   * Called after Escape, Cancel or saving with the keyboard,
   * to give the keyboard back to the page's shortcuts.
   */
  onLeave: () => void;
  /**
   * Saves and approves on Ctrl+Shift+Enter. Missing if that shortcut must not approve
   * here.
   */
  onApprove?: () => void;
  /** Missing if the text cannot be drafted again here. */
  redraft?: Redraft;
  children: ReactNode;
}

/** The options for another version of the text. */
export interface Redraft {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  wish: (wish: Wish) => Promise<boolean>;
}

interface EditorButtonsProps {
  redraft: Redraft | undefined;
  isWriting: boolean;
  edited: boolean;
  readOnly: boolean;
  saving: boolean;
  savable: boolean;
  onStop: () => void;
  onCancel: () => void;
  onSave: () => void;
}

/** Stop while the model writes, Cancel and Save for an edited text, otherwise Redraft. */
function EditorButtons(props: EditorButtonsProps) {
  const { redraft, isWriting, edited, readOnly, saving, savable } = props;
  const { onStop, onCancel, onSave } = props;
  if (isWriting)
    return (
      <>
        <span role="status">Writing…</span>
        <Button onClick={onStop}>Stop</Button>
      </>
    );
  if (edited)
    return (
      <>
        <Button disabled={saving} onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={!savable} onClick={onSave}>
          {saving ? 'Saving…' : 'Save'}
        </Button>
      </>
    );
  if (!redraft || readOnly) return null;
  return (
    <Button
      variant="ghost"
      aria-expanded={redraft.isOpen}
      className="-mr-2"
      onClick={redraft.isOpen ? redraft.close : redraft.open}
    >
      Redraft
      <Kbd>G</Kbd>
    </Button>
  );
}

/** Loads the analysis of a stored comment. */
function useAnalysis(id: TextId): Comment['analysis'] | undefined {
  const isStored = typeof id === 'number';
  return useQuery({ ...commentQuery(isStored ? id : 0), enabled: isStored }).data
    ?.analysis;
}

export function CommentEditor(props: CommentEditorProps) {
  const { comment, review, readOnly, redraft, children } = props;
  const { onSave, onVouch, onLeave, onApprove } = props;
  const { edits, writing } = review;
  const live = useLiveText(comment.id);
  const isWriting = live !== null;
  const analysis = useAnalysis(comment.id);
  const unsaved = useUnsavedEdit(edits, comment);
  const { text, edited } = unsaved;
  const [saving, setSaving] = useState(false);
  const isLocked = readOnly || isWriting;
  const savable =
    edited && !isLocked && unsaved.conflict === null && !saving && isSavableText(text);
  const { gaps, model } = comment;
  const marked = useMarkedText(unsaved, { gaps, analysis, model }, isLocked);

  const save = async () => {
    if (!savable) return;
    setSaving(true);
    await onSave();
    setSaving(false);
  };

  const cancel = () => {
    edits.drop(comment.id);
    onLeave();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    if (edited && !savable) return;
    if (event.shiftKey && onApprove) return onApprove();
    void save();
    onLeave();
  };

  return (
    <EditorFrame
      grows
      label="Comment"
      marked={marked}
      unsaved={unsaved}
      live={live}
      onKeyDown={onKeyDown}
      video={{ youtubeId: comment.video.youtubeId }}
      onVouch={onVouch}
      below={
        <>
          {/* Has room for the longest quote, so that pointing at a mark moves nothing. */}
          <div className="min-h-8 text-xs leading-4 text-soft">
            {redraft?.isOpen && !isWriting ? (
              <Steering
                hasAnotherTake
                disabled={readOnly}
                onWish={redraft.wish}
                onClose={redraft.close}
              />
            ) : (
              <LitQuote
                marked={marked}
                youtubeId={comment.video.youtubeId}
                className="flex gap-3 *:shrink-0 [&>p]:line-clamp-2 [&>p]:flex-1"
              />
            )}
          </div>
          <div className="order-last">{children}</div>
        </>
      }
    >
      {comment.style && (
        <span className={edited ? '@max-[36rem]:hidden' : ''}>
          {commentStyleLabels[comment.style]}
        </span>
      )}
      {marked.grounding && !isWriting && !edited && (
        <div className="@max-[46rem]:hidden">
          <DraftChecksLine checks={marked.grounding.checks} />
        </div>
      )}
      <div className="ml-auto flex min-h-(--control) items-center gap-2 text-muted">
        <EditorButtons
          redraft={redraft}
          isWriting={isWriting}
          edited={edited}
          readOnly={readOnly}
          saving={saving}
          savable={savable}
          onStop={() => writing.get(comment.id)?.abort()}
          onCancel={cancel}
          onSave={() => void save()}
        />
      </div>
    </EditorFrame>
  );
}

const textOf = (edits: UnsavedEdits, { id, content }: EditedText) =>
  edits.of(id)?.text ?? content;

/** Returns the first gap of the text, unsaved edits included; null if it has none. */
export const openGapIn = (edits: UnsavedEdits, comment: EditedText): string | null =>
  openGaps(textOf(edits, comment), comment.gaps)[0]?.text ?? null;

/**
 * The character count appears when the text comes within this many characters of the
 * limit.
 */
const NEAR_LIMIT = 100;

/**
 * Returns the length of the text, unsaved edits included, or 0 while it is far below the
 * limit.
 */
export function lengthNearLimit(edits: UnsavedEdits, comment: EditedText): number {
  const { length } = textOf(edits, comment);
  return length > commentSoftLimit - NEAR_LIMIT ? length : 0;
}

function lengthText(length: number, wasRefused: boolean): string {
  const count = `${formatNumber(length)} of ${formatNumber(commentSoftLimit)} characters`;
  return wasRefused ? `${count}. Press again to approve it as it is.` : count;
}

/** Keeps the space of a button, whether or not the button is there (rule 12.1). */
export const Slot = ({
  className,
  children,
}: {
  className: string;
  children?: ReactNode;
}) => (
  <div className={classNames('flex h-(--control) shrink-0 *:w-full', className)}>
    {children}
  </div>
);

type Desk = { review: { edits: UnsavedEdits }; refusals: number };

/**
 * Returns the message about what prevents an approval (a gap if `countsGaps`, or too many
 * characters), and the props that mark buttons as disabled because of a gap.
 */
export function useObstacle(
  { review, refusals }: Desk,
  comment: EditedText,
  countsGaps: boolean,
) {
  const { edits } = review;
  const id = useId();
  // Rerenders only when these values change, not with every key.
  const openGap = useSyncExternalStore(edits.subscribe, () => openGapIn(edits, comment));
  const length = useSyncExternalStore(edits.subscribe, () =>
    lengthNearLimit(edits, comment),
  );
  const gap = countsGaps ? openGap : null;
  const isWarning = gap !== null || length > commentSoftLimit;
  const obstacle = (gap !== null || length > 0) && (
    <p
      key={refusals}
      id={id}
      role={refusals > 0 ? 'alert' : undefined}
      className={classNames(
        'flex min-h-8 items-center gap-2 pb-1 text-sm max-md:px-1 md:-mt-2',
        isWarning ? 'font-medium text-pending' : 'text-muted tabular-nums',
      )}
    >
      {isWarning && <CircleAlert aria-hidden className="size-4 shrink-0" />}
      {gap === null ? (
        lengthText(length, refusals > 0)
      ) : (
        <>
          Fill in {gap} first
          <Kbd>F2</Kbd>
        </>
      )}
    </p>
  );
  const heldUp =
    gap !== null && ({ 'aria-disabled': true, 'aria-describedby': id } as const);
  return { obstacle, heldUp };
}

interface DecisionBarProps {
  className: string;
  hint?: ReactNode;
  obstacle: ReactNode;
  children: ReactNode;
}

/**
 * Has the decisions at the left and posting at the right. On a phone it is within reach
 * of the thumb.
 */
export function DecisionBar({ className, hint, obstacle, children }: DecisionBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  // Toasts are placed above the buttons; on a phone, they cover the row of hints and no
  // text.
  useHeightVariable('--floating-bar', bar);
  return (
    <div className="@container sticky bottom-(--nav-bar) z-10 shrink-0 bg-inherit">
      {hint}
      <div
        ref={bar}
        className={classNames(
          'border-line py-3 [--control:var(--control-large)] md:px-6 md:py-4 lg:pr-12 lg:pl-10 [&_a]:text-base [&_button]:text-base',
          className,
        )}
      >
        {obstacle}
        <div className="flex flex-wrap-reverse items-center gap-2">{children}</div>
      </div>
    </div>
  );
}

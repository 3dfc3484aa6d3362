import type { ReactNode } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { whyNotEditable } from '#shared/rules/comment-status.ts';
import { isSavableText } from '#shared/rules/comment-text.ts';
import { countOf } from '#shared/rules/format.ts';
import { ChannelWarning } from '../components/comment-state.tsx';
import { RelationLine } from '../components/relation-line.tsx';
import { Thumbnail } from '../components/thumbnail.tsx';
import { Button } from '../components/ui/button.tsx';
import { EditorFrame } from '../review/editor/comment-editor.tsx';
import type { MarkedTextState } from '../review/editor/marked-text.tsx';
import { DraftStatus, WhatChanged } from './draft-choices.tsx';
import { DraftDetails, DraftFacts, DraftWaiting } from './draft-details.tsx';
import type { CommentEditorState } from './use-comment-editor.ts';
import type { DraftState } from './use-draft.ts';

export const VideoHead = ({ video }: { video: FoundVideo }) => (
  <section aria-label="Video" className="flex flex-col gap-2">
    <div className="flex min-h-15 items-center gap-3 md:items-start">
      <Thumbnail src={video.thumbnailUrl} className="w-16 rounded-[4px] md:w-26" />
      <div className="min-w-0">
        <h3
          dir="auto"
          className="line-clamp-1 text-left text-sm font-semibold md:line-clamp-4 md:text-base md:leading-4.5"
        >
          {video.title}
        </h3>
        <p className="dotted-lines text-xs text-muted tabular-nums max-md:flex-nowrap md:mt-1">
          <span className="min-w-0 max-md:truncate">{video.channelTitle}</span>
          <span className="whitespace-nowrap">{countOf(video.viewCount, 'view')}</span>
        </p>
        <div className="mt-2 empty:hidden">
          <ChannelWarning channelId={video.channelId} />
        </div>
      </div>
    </div>
    <div className="empty:hidden max-md:pb-2">
      <RelationLine video={video} />
    </div>
  </section>
);

interface Activity {
  editor: CommentEditorState;
  draft: DraftState;
  isApproving: boolean;
  isQueuing: boolean;
}

/** Returns what can be done with the text now. */
export function stateOf({ editor, draft, isApproving, isQueuing }: Activity) {
  const { comment } = editor;
  const text = draft.live ?? editor.text;
  const hasText = text.trim() !== '';
  const isChanging = draft.busy !== null || isApproving || editor.isStoring;
  const isBusy = isChanging || isQueuing;
  return {
    text,
    hasText,
    isWriting: draft.busy === 'writing',
    // While the outcome of posting is unknown, the text cannot be edited.
    isReadOnly:
      isChanging ||
      (comment !== null && whyNotEditable(comment, comment.posting) !== null),
    isBusy,
    canAct: isSavableText(text) && !isBusy,
    canQueue: hasText && !isBusy,
  };
}

export type GenerateState = ReturnType<typeof stateOf>;

interface DraftEditorProps {
  video: FoundVideo;
  editor: CommentEditorState;
  draft: DraftState;
  marked: MarkedTextState;
  instead: ReactNode;
}

export function DraftEditor({ video, editor, draft, marked, instead }: DraftEditorProps) {
  const { comment, isByHand, edited } = editor;
  const { live, replaced, waiting, isBeingRead, vouch } = draft;
  return (
    <EditorFrame
      label={isByHand ? 'Your comment' : 'Generated comment'}
      {...(isByHand && { placeholder: 'Write your comment. No model is asked.' })}
      marked={marked}
      unsaved={editor}
      live={live}
      instead={instead}
      video={video}
      onVouch={(sentence) => void vouch(sentence)}
    >
      {replaced && <span role="status">{replaced}</span>}
      {waiting && <DraftWaiting key={waiting.name} waiting={waiting} />}
      {comment && (
        <DraftFacts comment={comment} edited={edited} isReading={isBeingRead} />
      )}
    </EditorFrame>
  );
}

interface BelowEditorProps {
  editor: CommentEditorState;
  draft: DraftState;
  state: GenerateState;
}

/** Shows what the last change did, and what the draft rests on. */
export function BelowEditor({ editor, draft, state }: BelowEditorProps) {
  const { comment, text } = editor;
  const { change } = draft;
  if (!comment) return null;
  return (
    <>
      {change && (
        <WhatChanged
          {...change}
          disabled={state.isBusy}
          onUndo={() => void draft.pick(change.before)}
        />
      )}
      <DraftDetails
        comment={comment}
        text={text}
        isReading={draft.isBeingRead}
        onReadAgain={
          state.canAct && !draft.isWritingOthers ? () => void draft.readAgain() : null
        }
      />
    </>
  );
}

interface DraftButtonsProps {
  state: GenerateState;
  hasDraft: boolean;
  isPressed: boolean;
  onStop: () => void;
  onRun: () => void;
  /** Null if writing by hand is not offered. */
  onByHand: (() => void) | null;
}

export function DraftButtons({
  state: { isWriting, isBusy },
  hasDraft,
  isPressed,
  onStop,
  onRun,
  onByHand,
}: DraftButtonsProps) {
  return (
    <>
      <DraftStatus isWriting={isWriting} hasDraft={hasDraft} />
      {isWriting && <Button onClick={onStop}>Stop</Button>}
      {onByHand && <Button onClick={onByHand}>Write it yourself</Button>}
      <Button
        className="w-36"
        variant={hasDraft || isPressed ? 'secondary' : 'primary'}
        disabled={isBusy}
        busy={isWriting && 'Generating...'}
        onClick={onRun}
      >
        {hasDraft ? 'Generate Again' : 'Generate Comment'}
      </Button>
    </>
  );
}

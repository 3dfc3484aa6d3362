import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Comment, CommentAnalysis } from '#shared/contracts/comment-detail.ts';
import type {
  Alternative,
  GenerateResponse,
  GivenMaterial,
  RegenerateRequest,
} from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import {
  BrokenDraft,
  commentQuery,
  type DraftWaiting,
  draftRecordQuery,
  pickDraft,
  readAgain,
  vouch,
  writeDraft,
  writeOther,
} from '../../api/drafts.ts';
import { ApiError, errorText, toastFailure } from '../../api/http.ts';
import { refreshChanged } from '../../api/live.ts';
import { useUnsavedEdit } from '../../components/comment-editor.tsx';
import { useReviewActions } from '../../components/review.ts';
import { readUnsavedText, writeUnsavedText } from '../../lib/storage.ts';
import { toast } from '../../lib/toast.ts';

const NO_COMMENT = { id: 0, content: '', revision: 0 };

/** Edits one comment, or none until a draft is shown. Unsaved text outlives failures, conflicts and closing. */
export function useCommentEditor(initial?: number) {
  const client = useQueryClient();
  const reviewing = useReviewActions();
  const { edits } = reviewing.review;
  const [id, show] = useState(initial);
  const comment = useQuery({ ...commentQuery(id ?? 0), enabled: id !== undefined }).data ?? null;
  const unsaved = useUnsavedEdit(edits, comment ?? NO_COMMENT);
  const saving = useMutation({ mutationFn: reviewing.actions.saved });

  /** Returns the comment as stored now; null if that failed. An emptied text is no edit. */
  async function save(): Promise<Comment | null> {
    if (!comment) return null;
    if (!unsaved.text.trim()) edits.drop(comment.id);
    if (!(await saving.mutateAsync(comment))) return null;
    return client.getQueryData(commentQuery(comment.id).queryKey) ?? null;
  }

  /** Saves what was typed, and says so. */
  async function saveEdits(): Promise<void> {
    if (!comment) {
      toastFailure('Save Failed', new Error('No comment to save'), 'Failed to save comment');
    } else if (await save()) {
      toast({ title: 'Comment Saved', description: 'Your edits have been saved successfully.' });
    }
  }

  return { ...unsaved, ...reviewing, comment, show, save, saveEdits, isSaving: saving.isPending };
}

export type CommentEditorState = ReturnType<typeof useCommentEditor>;

export const analysisOf = ({ analysis }: Comment): CommentAnalysis | null =>
  typeof analysis === 'string' ? null : analysis;

const FAILED = 'Failed to generate comment';
const RELOADED = 'The page was reloaded while the draft was being written.';

/** Why there is no draft, where the page has a place to say so. */
export type DraftEnd =
  | { kind: 'broken'; reason: string }
  | { kind: 'failed'; reason: string; isMissing: boolean }
  /** The model's own sentence. */
  | { kind: 'nothing'; reason: string };

interface Progress {
  /** What is under way that the text on the screen must wait for. */
  busy: 'writing' | 'changing' | null;
  /** Words that are no comment yet: of the draft under way, or of one that broke off. */
  live: string | null;
  waiting: DraftWaiting | null;
  replaced: string | null;
  end: DraftEnd | null;
}

const AT_REST: Progress = { busy: null, live: null, waiting: null, replaced: null, end: null };

interface OfferedDraft {
  content: string;
  /** What sets it apart; empty for the first draft. */
  angle: string;
  /** Null where it was not read a second time. */
  qualityScore: number | null;
}

export type DraftChoice = OfferedDraft & { picked: boolean };

const asOffered = ({ content, angle, qualityScore, reading }: Alternative): OfferedDraft => ({
  content,
  angle,
  qualityScore: reading && qualityScore,
});

/** The comment and its other drafts, as the server sent them. */
type DraftAnswer = Pick<GenerateResponse, 'comment' | 'alternatives'>;

/** The drafts that the server still keeps, in the order in which they came. */
function offeredWith(before: readonly OfferedDraft[], { comment, alternatives = [] }: DraftAnswer) {
  const picked = { content: comment.generatedContent, angle: '', qualityScore: null };
  const now = [picked, ...alternatives.map(asOffered)];
  const isIn = (drafts: readonly OfferedDraft[], one: OfferedDraft) =>
    drafts.some(({ content }) => content === one.content);
  return [...before.filter((one) => isIn(now, one)), ...now.filter((one) => !isIn(before, one))];
}

export interface DraftWay {
  /** Words to go on from. */
  begun?: string;
  /** Writes also where the model has nothing to add. */
  anyway?: true;
}

interface DraftRun extends DraftWay {
  style: CommentStyle;
  material?: GivenMaterial;
}

/** What a model does with the text in the editor: drafts it, writes other versions and reads it. Failures leave the text. */
export function useDraft(video: FoundVideo, editor: CommentEditorState) {
  const client = useQueryClient();
  // The words of a first draft under way outlive a reload.
  const kept = `draft-on.${video.id}`;
  const [progress, setProgress] = useState<Progress>(() => {
    const live = readUnsavedText(kept) || null;
    return { ...AT_REST, live, end: live ? { kind: 'broken', reason: RELOADED } : null };
  });
  const [isBeingRead, setIsBeingRead] = useState(false);
  const [isWritingOthers, setIsWritingOthers] = useState(false);
  const [drafts, setDrafts] = useState<readonly OfferedDraft[]>([]);
  /** The server's newest answer: it counts the others in its own order. */
  const [answered, setAnswered] = useState<DraftAnswer | null>(null);
  const [change, setChange] = useState<{ before: string; after: string } | null>(null);
  const call = useRef<AbortController | null>(null);
  const show = (now: Partial<Progress>) => setProgress((before) => ({ ...before, ...now }));
  useEffect(
    () => () => {
      call.current?.abort();
      writeUnsavedText(kept, '');
    },
    [kept],
  );

  const { comment } = editor;
  // For a draft that was written before this dialog opened, the server still has the other takes.
  const isFromBefore = comment !== null && answered === null;
  const record = useQuery({
    ...draftRecordQuery(comment?.id ?? 0, comment?.revision ?? 0),
    enabled: isFromBefore,
  }).data;
  let offered = drafts;
  if (isFromBefore && record) offered = offeredWith([], { comment, alternatives: [...record.alternatives] });
  const choices = offered.map((draft): DraftChoice => {
    const picked = draft.content === (answered?.comment ?? comment)?.generatedContent;
    // Its reading comes later than its text.
    if (!picked || !comment) return { ...draft, picked };
    // The score may be of the text that the draft was edited to.
    const isOfDraft = comment.isScoreCurrent === (comment.content === draft.content);
    return { ...draft, picked, qualityScore: isOfDraft ? comment.qualityScore : null };
  });

  function endOf(error: unknown): DraftEnd | null {
    const reason = errorText(error, FAILED);
    const code = (error instanceof ApiError || error instanceof BrokenDraft) && error.code;
    if (code === 'nothing_to_add') return { kind: 'nothing', reason };
    if (reason.includes('already exists')) {
      // Another tab or a bulk run was faster; its comment appears in the row.
      refreshChanged(client, { comments: new Set(), videos: new Set([video.id]) });
      toast({
        title: 'Comment Already Exists',
        description:
          'A comment has already been generated for this video. Check your History page to see it.',
        variant: 'destructive',
      });
      return null;
    }
    if (error instanceof BrokenDraft || /^(no_model$|model_)/.test(code || ''))
      return { kind: 'failed', reason, isMissing: code === 'no_model' };
    toastFailure('Error', error, FAILED);
    return null;
  }

  /** Streams a text, which becomes the one in the editor. */
  async function write(request: DraftWay & RegenerateRequest): Promise<GenerateResponse> {
    call.current = new AbortController();
    const { draft, judged } = await writeDraft(
      client,
      comment?.id,
      comment ? request : { ...request, videoId: video.id },
      {
        text(live) {
          if (!comment) writeUnsavedText(kept, live);
          show({ live, waiting: null });
        },
        waiting: (waiting) => show({ waiting }),
        replaced: (replaced) => show({ replaced }),
      },
      call.current.signal,
    );
    writeUnsavedText(kept, '');
    setIsBeingRead(true);
    void judged.then(() => setIsBeingRead(false));
    editor.show(draft.comment.id);
    setAnswered(draft);
    setDrafts(offeredWith([], draft));
    return draft;
  }

  /** Drafts, or drafts again, after what was typed is saved. Returns whether there is a new text. */
  async function run({ style, material, begun = '', anyway }: DraftRun): Promise<boolean> {
    setProgress({ ...AT_REST, busy: 'writing', live: comment ? null : begun });
    writeUnsavedText(kept, begun);
    try {
      if (comment && !(await editor.save())) return false;
      await write({ style, ...material, ...(begun.trim() && { begun }), ...(anyway && { anyway }) });
      show({ live: null });
      return true;
    } catch (error) {
      const wasStopped = call.current?.signal.aborted ?? false;
      const end = wasStopped ? null : endOf(error);
      const isBroken = wasStopped || (error instanceof BrokenDraft && end);
      if (comment || end?.kind === 'nothing' || !isBroken) {
        show({ live: null, end });
        return false;
      }
      const live = readUnsavedText(kept) || null;
      const reason = wasStopped ? 'You stopped the draft.' : errorText(error, FAILED);
      show({ live, end: live || wasStopped ? { kind: 'broken', reason } : end });
      return false;
    } finally {
      show({ busy: null, waiting: null });
    }
  }

  /** Changes the text once what was typed is saved. Returns whether it did. */
  async function changing(failure: string, act: (saved: Comment) => Promise<unknown>): Promise<boolean> {
    show({ busy: 'changing' });
    try {
      const saved = await editor.save();
      if (saved) await act(saved);
      return saved !== null;
    } catch (error) {
      toastFailure(failure, error);
      return false;
    } finally {
      show({ busy: null, live: null });
    }
  }

  return {
    ...progress,
    choices,
    /** What the last wish changed; null once another text is shown. */
    change: change?.after === comment?.content ? change : null,
    isBeingRead,
    isWritingOthers,
    run,
    stop: () => call.current?.abort(),

    steer: (request: RegenerateRequest) =>
      changing('Failed to change the draft', async ({ content }) => {
        const answer = await write(request);
        setChange({ before: content, after: answer.comment.content });
      }),

    vouch: (sentence: string) =>
      changing('Failed to confirm the sentence', (saved) => vouch(client, saved, sentence)),

    /** Shows another of the drafts; their order stays. The version before a wish is one of them. */
    pick: (content: string) =>
      changing('Failed to pick this draft', async (saved) => {
        const answer = await pickDraft(client, saved, content);
        setDrafts(offered);
        setAnswered(answer);
      }),

    /** Asks for two further drafts, each of which can be picked once it is written; what is shown stays. */
    async writeOthers() {
      if (!comment) return;
      let written = 0;
      setIsWritingOthers(true);
      try {
        for (; written < 2; written++) {
          const answer = await writeOther(comment);
          setAnswered(answer);
          setDrafts((before) => offeredWith(before, answer));
        }
      } catch (error) {
        // One that was picked meanwhile needs no other.
        if (written === 0) toastFailure('Failed to write other drafts', error);
      } finally {
        setIsWritingOthers(false);
      }
    },

    /** Has the text read a second time, anew. */
    async readAgain() {
      const saved = await editor.save();
      if (!saved) return;
      setIsBeingRead(true);
      await readAgain(client, saved).catch((error) => toastFailure('Failed to read it again', error));
      setIsBeingRead(false);
    },
  };
}

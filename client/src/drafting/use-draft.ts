import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Comment, CommentAnalysis } from '#shared/contracts/comment-detail.ts';
import type {
  Alternative,
  DraftView,
  GivenMaterial,
  RegenerateRequest,
} from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { BrokenDraft, type DraftWaiting } from '../api/draft-stream.ts';
import {
  draftRecordQuery,
  pickDraft,
  readAgain,
  vouch,
  writeDraft,
  writeOther,
} from '../api/drafts.ts';
import { ApiError, errorText, toastFailure } from '../api/http.ts';
import { refreshChanged } from '../api/live.ts';
import { toast } from '../lib/toast.ts';
import { readUnsavedText, writeUnsavedText } from '../lib/unsaved.ts';
import type { CommentEditorState } from './use-comment-editor.ts';

export const analysisOf = ({ analysis }: Comment): CommentAnalysis | null =>
  typeof analysis === 'string' ? null : analysis;

const FAILED = 'Failed to generate comment';
const RELOADED = 'The page was reloaded while the draft was being written.';

/** Why there is no draft. Shown in the dialog, not as a toast. */
export type DraftEnd =
  | { kind: 'broken'; reason: string }
  | { kind: 'failed'; reason: string; isMissing: boolean }
  /** The model's own sentence. */
  | { kind: 'nothing'; reason: string };

interface Progress {
  /** The request that blocks the text on the screen until it is done. */
  busy: 'writing' | 'changing' | null;
  /**
   * Text that is not a comment yet: of a draft being written, or of one that broke off.
   */
  live: string | null;
  waiting: DraftWaiting | null;
  replaced: string | null;
  end: DraftEnd | null;
}

const AT_REST: Progress = {
  busy: null,
  live: null,
  waiting: null,
  replaced: null,
  end: null,
};

/** A draft that the owner can choose: the one on the screen, or an alternative to it. */
export interface DraftChoice {
  content: string;
  /** How the draft differs from the first one; empty for the first draft. */
  angle: string;
  /** Null if the model has not read the draft a second time. */
  qualityScore: number | null;
}

const toChoice = ({
  content,
  angle,
  qualityScore,
  reading,
}: Alternative): DraftChoice => ({
  content,
  angle,
  qualityScore: reading && qualityScore,
});

type CommentWithAlternatives = Pick<DraftView, 'comment' | 'alternatives'>;

/** Returns the drafts that the server still keeps, in the order in which they arrived. */
function choicesWith(
  before: readonly DraftChoice[],
  { comment, alternatives = [] }: CommentWithAlternatives,
): DraftChoice[] {
  const picked = { content: comment.generatedContent, angle: '', qualityScore: null };
  const now = [picked, ...alternatives.map(toChoice)];
  const isIn = (choices: readonly DraftChoice[], one: DraftChoice) =>
    choices.some(({ content }) => content === one.content);
  return [
    ...before.filter((one) => isIn(now, one)),
    ...now.filter((one) => !isIn(before, one)),
  ];
}

export interface DraftWay {
  /** Text to continue from. */
  begun?: string;
  /** Asks for a draft even if the model has nothing to add. */
  anyway?: true;
}

interface DraftRun extends DraftWay {
  style: CommentStyle;
  material?: GivenMaterial;
}

/**
 * Holds what the model does with the text in the editor: drafts,
 * other versions, second readings. Failures keep the text.
 */
export function useDraft(video: FoundVideo, editor: CommentEditorState) {
  const client = useQueryClient();
  // The text of an unfinished first draft survives a reload.
  const kept = `draft-on.${video.id}`;
  const [progress, setProgress] = useState<Progress>(() => {
    const live = readUnsavedText(kept) || null;
    return { ...AT_REST, live, end: live ? { kind: 'broken', reason: RELOADED } : null };
  });
  const [isBeingRead, setIsBeingRead] = useState(false);
  const [isWritingOthers, setIsWritingOthers] = useState(false);
  const [arrived, setArrived] = useState<readonly DraftChoice[]>([]);
  /** The newest response of the server, which lists the drafts in its own order. */
  const [answered, setAnswered] = useState<CommentWithAlternatives | null>(null);
  const [change, setChange] = useState<{ before: string; after: string } | null>(null);
  const call = useRef<AbortController | null>(null);
  const show = (now: Partial<Progress>) =>
    setProgress((before) => ({ ...before, ...now }));
  useEffect(
    () => () => {
      call.current?.abort();
      writeUnsavedText(kept, '');
    },
    [kept],
  );

  const { comment } = editor;
  // If the draft was written before this dialog opened, load its other takes from the
  // server.
  const isFromBefore = comment !== null && answered === null;
  const record = useQuery({
    ...draftRecordQuery(comment?.id ?? 0, comment?.revision ?? 0),
    enabled: isFromBefore,
  }).data;
  let inOrder = arrived;
  if (isFromBefore && record)
    inOrder = choicesWith([], { comment, alternatives: [...record.alternatives] });
  const picked = (answered?.comment ?? comment)?.generatedContent;
  const choices = inOrder.map((choice): DraftChoice => {
    // The second reading of the picked draft arrives later than its text.
    if (choice.content !== picked || !comment) return choice;
    // The current score may belong to an edited text instead of the draft.
    const isOfDraft = comment.isScoreCurrent === (comment.content === choice.content);
    return { ...choice, qualityScore: isOfDraft ? comment.qualityScore : null };
  });

  function endOf(error: unknown): DraftEnd | null {
    const reason = errorText(error, FAILED);
    const code =
      (error instanceof ApiError || error instanceof BrokenDraft) && error.code;
    if (code === 'nothing_to_add') return { kind: 'nothing', reason };
    if (reason.includes('already exists')) {
      // Another tab or a bulk run drafted a comment first; refresh the row to show it.
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

  /** Streams a draft, or a new version of a saved comment, and shows it in the editor. */
  async function write(
    request: DraftWay & RegenerateRequest,
    saved: Comment | null,
  ): Promise<DraftView> {
    call.current = new AbortController();
    const { draft, judged } = await writeDraft(
      client,
      saved?.id,
      saved ? request : { ...request, videoId: video.id },
      {
        listener: {
          text(live) {
            if (!saved) writeUnsavedText(kept, live);
            show({ live, waiting: null });
          },
          waiting: (waiting) => show({ waiting }),
          replaced: (replaced) => show({ replaced }),
        },
        signal: call.current.signal,
      },
    );
    writeUnsavedText(kept, '');
    setIsBeingRead(true);
    void judged.then(() => setIsBeingRead(false));
    editor.show(draft.comment.id);
    setAnswered(draft);
    setArrived(choicesWith([], draft));
    return draft;
  }

  /**
   * Returns what to show after a draft failed, broke off or was stopped. An unfinished
   * first draft stays.
   */
  function progressAfter(
    error: unknown,
    saved: Comment | null,
  ): Pick<Progress, 'live' | 'end'> {
    const wasStopped = call.current?.signal.aborted ?? false;
    const end = wasStopped ? null : endOf(error);
    const isBroken = wasStopped || (error instanceof BrokenDraft && end !== null);
    if (saved || end?.kind === 'nothing' || !isBroken) return { live: null, end };
    const live = readUnsavedText(kept) || null;
    if (wasStopped)
      return { live, end: { kind: 'broken', reason: 'You stopped the draft.' } };
    return {
      live,
      end: live ? { kind: 'broken', reason: errorText(error, FAILED) } : end,
    };
  }

  /**
   * Saves the user's edits, then writes a draft or a new version of it. Returns whether
   * there is a new text.
   */
  async function run({
    style,
    material,
    begun = '',
    anyway,
  }: DraftRun): Promise<boolean> {
    setProgress({ ...AT_REST, busy: 'writing', live: editor.canSave ? null : begun });
    writeUnsavedText(kept, begun);
    let saved: Comment | null = null;
    try {
      saved = editor.canSave ? await editor.save() : null;
      if (editor.canSave && !saved) return false;
      await write(
        { style, ...material, ...(begun.trim() && { begun }), ...(anyway && { anyway }) },
        saved,
      );
      show({ live: null });
      return true;
    } catch (error) {
      show(progressAfter(error, saved));
      return false;
    } finally {
      show({ busy: null, waiting: null });
    }
  }

  /**
   * Saves the user's edits, then calls `act`. Returns whether the text was saved and
   * `act` succeeded.
   */
  async function changing(
    failure: string,
    act: (saved: Comment) => Promise<unknown>,
  ): Promise<boolean> {
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
    /** The text of the choice that is on the screen, as the model wrote it. */
    picked,
    /** The last change that the user asked for; null once another text is shown. */
    change: change?.after === comment?.content ? change : null,
    isBeingRead,
    isWritingOthers,
    run,
    stop: () => call.current?.abort(),

    /** Forgets a draft that failed or broke off. */
    leave() {
      setProgress(AT_REST);
      writeUnsavedText(kept, '');
    },

    steer: (request: RegenerateRequest) =>
      changing('Failed to change the draft', async (saved) => {
        const answer = await write(request, saved);
        setChange({ before: saved.content, after: answer.comment.content });
      }),

    vouch: (sentence: string) =>
      changing('Failed to confirm the sentence', (saved) =>
        vouch(client, saved, sentence),
      ),

    /**
     * Shows another draft; the order of the drafts stays.
     * After a change, the version before it is one of them.
     */
    pick: (content: string) =>
      changing('Failed to pick this draft', async (saved) => {
        const answer = await pickDraft(client, saved, content);
        setArrived(inOrder);
        setAnswered(answer);
      }),

    /**
     * Asks for two more drafts. Each can be picked once it is written; the text on the
     * screen stays.
     */
    async writeOthers() {
      if (!comment) return;
      let written = 0;
      setIsWritingOthers(true);
      try {
        for (; written < 2; written++) {
          const answer = await writeOther(comment);
          setAnswered(answer);
          setArrived((before) => choicesWith(before, answer));
        }
      } catch (error) {
        // A failure after the first draft is not reported: the
        // user may have picked that one and need no other.
        if (written === 0) toastFailure('Failed to write other drafts', error);
      } finally {
        setIsWritingOthers(false);
      }
    },

    /** Asks the model to read the text a second time, even if it has done so before. */
    async readAgain() {
      const saved = await editor.save();
      if (!saved) return;
      setIsBeingRead(true);
      await readAgain(client, saved).catch((error) =>
        toastFailure('Failed to read it again', error),
      );
      setIsBeingRead(false);
    },
  };
}

export type DraftState = ReturnType<typeof useDraft>;

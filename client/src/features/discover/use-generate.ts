import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { GenerateResponse, GivenMaterial, RegenerateRequest } from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import {
  BrokenDraft,
  type DraftWaiting,
  NothingToAdd,
  useGenerateComment,
  useRegenerateComment,
  useVouch,
} from '../../api/drafts.ts';
import { ApiError, errorText, toastFailure } from '../../api/http.ts';
import { refreshChanged, refreshComment } from '../../api/live.ts';
import { toast } from '../../lib/toast.ts';
import { writeUnsavedText } from '../../lib/unsaved.ts';
import type { CommentEditorState } from './comment-editor.tsx';

const FALLBACK = 'Failed to generate comment';

interface Begin {
  begun?: string;
  /** What was given since the last draft. */
  material?: GivenMaterial;
  /** Writes also where the model has nothing to add. */
  anyway?: boolean;
}

const RELOADED = 'The page was reloaded while the draft was being written.';

/** Where the words of a draft under way outlive a reload. */
export const keptDraft = (videoId: number) => `draft-on.${videoId}`;

export interface DraftFailure {
  message: string;
  /** No model is connected. */
  isMissing: boolean;
}

/** Drafts or redrafts a comment into the editor. `kept` is what a reload left of a draft. Failures leave the text; a broken draft can be continued. */
export function useGenerate(
  video: FoundVideo,
  editor: CommentEditorState,
  onDrafted: (answer: GenerateResponse) => void,
  kept = '',
) {
  const client = useQueryClient();
  const generate = useGenerateComment();
  const regenerate = useRegenerateComment();
  const [live, setLive] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<DraftWaiting | null>(null);
  const [broken, setBroken] = useState(kept ? { reason: RELOADED, hasWords: true } : null);
  const [failure, setFailure] = useState<DraftFailure | null>(null);
  const [replaced, setReplaced] = useState<string | null>(null);
  const [nothingToAdd, setNothingToAdd] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const call = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      call.current?.abort();
      writeUnsavedText(keptDraft(video.id), '');
    },
    [video.id],
  );

  function begin(): AbortController {
    const controller = new AbortController();
    call.current = controller;
    return controller;
  }

  function failed(error: unknown) {
    const message = errorText(error, FALLBACK);
    if (error instanceof ApiError && /^(no_model$|model_)/.test(error.code ?? ''))
      return setFailure({ message, isMissing: error.code === 'no_model' });
    if (error instanceof NothingToAdd || (error instanceof ApiError && error.code === 'nothing_to_add'))
      return setNothingToAdd(message);
    if (message.includes('already exists')) {
      // Another tab or a bulk run was faster; its comment appears in the row.
      refreshChanged(client, { comments: new Set(), videos: new Set([video.id]) });
      toast({
        title: 'Comment Already Exists',
        description:
          'A comment has already been generated for this video. Check your History page to see it.',
        variant: 'destructive',
      });
      return;
    }
    toastFailure('Error', error, FALLBACK);
  }

  async function write(
    style: CommentStyle,
    material: GivenMaterial,
    begun: string,
    anyway: boolean,
  ): Promise<GenerateResponse | null> {
    const controller = begin();
    let text = begun;
    const show = (next: string) => {
      text = next;
      writeUnsavedText(keptDraft(video.id), next);
      setLive(next);
      setWaiting(null);
    };
    show(begun);
    try {
      const { draft, judged } = await generate.mutateAsync({
        request: {
          videoId: video.id,
          style,
          ...material,
          ...(begun && { begun }),
          ...(anyway && { anyway }),
        },
        listener: {
          waiting: setWaiting,
          words: (more) => show(text + more),
          reset: (reason) => {
            show('');
            setReplaced(reason);
          },
        },
        signal: controller.signal,
      });
      writeUnsavedText(keptDraft(video.id), '');
      setIsReading(true);
      void judged.then((answer) => {
        setIsReading(false);
        if (!answer) return;
        editor.judge(answer.comment);
        refreshComment(client, answer.comment.id, answer.comment.videoId);
      });
      return draft;
    } catch (error) {
      if (error instanceof NothingToAdd) throw error;
      if (!controller.signal.aborted && !(error instanceof BrokenDraft)) throw error;
      if (text) editor.keepBroken(text);
      const { aborted } = controller.signal;
      const reason = aborted ? 'You stopped the draft.' : errorText(error, FALLBACK);
      if (text || aborted) setBroken({ reason, hasWords: text !== begun });
      else setFailure({ message: reason, isMissing: false });
      return null;
    } finally {
      setLive(null);
      setWaiting(null);
    }
  }

  /** Null if it was stopped: the text stays. */
  async function writeAnew(id: number, style: CommentStyle, material: GivenMaterial) {
    const { signal } = begin();
    try {
      return await regenerate.mutateAsync({ id, request: { style, ...material }, signal });
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  return {
    isPending: generate.isPending || regenerate.isPending,
    /** The streamed text; null while nothing is streamed. */
    live,
    broken,
    /** Why the model wrote nothing. */
    failure,
    /** Why the streamed text was replaced. */
    replaced,
    /** The model's sentence where it has nothing to say. */
    nothingToAdd,
    /** The stored draft is being read a second time. */
    isReading,
    /** What the model does before its first word; null while it writes. */
    waiting,
    stop: () => call.current?.abort(),
    async run(style: CommentStyle, { begun = '', material = {}, anyway = false }: Begin = {}) {
      setBroken(null);
      setFailure(null);
      setReplaced(null);
      setNothingToAdd(null);
      try {
        const answer = editor.comment
          ? await writeAnew(editor.comment.id, style, material)
          : await write(style, material, begun.trim(), anyway);
        if (!answer) return;
        editor.replaceWith(answer.comment);
        onDrafted(answer);
      } catch (error) {
        failed(error);
      }
    },
  };
}

/** Changes the text on the screen by another version of it or by vouching for a sentence. Edits are saved first. */
export function useChangeDraft(editor: CommentEditorState, onDrafted: (answer: GenerateResponse) => void) {
  const regenerate = useRegenerateComment();
  const vouch = useVouch();
  const [isPending, setIsPending] = useState(false);
  const [change, setChange] = useState<{ before: string; after: string } | null>(null);

  async function onSaved(act: (saved: Comment) => Promise<void>, failure: string): Promise<boolean> {
    setIsPending(true);
    try {
      const saved = await editor.save();
      if (!saved) return false;
      await act(saved);
      return true;
    } catch (error) {
      editor.showConflict(error);
      toastFailure(failure, error);
      return false;
    } finally {
      setIsPending(false);
    }
  }

  return {
    isPending,
    /** What the last wish changed; null once another version is shown. */
    change: change?.after === editor.comment?.content ? change : null,

    /** Returns whether there is a new version. */
    steer: (request: RegenerateRequest) =>
      onSaved(async (saved) => {
        const answer = await regenerate.mutateAsync({ id: saved.id, request });
        editor.acceptSaved(answer.comment);
        onDrafted(answer);
        setChange({ before: saved.content, after: answer.comment.content });
      }, 'Failed to change the draft'),

    vouch: (sentence: string) =>
      onSaved(async (comment) => {
        editor.acceptSaved(await vouch.mutateAsync({ comment, sentence }));
      }, 'Failed to confirm the sentence'),
  };
}

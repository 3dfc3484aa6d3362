import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
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
  type DraftWaiting,
  pickDraft,
  readAgain,
  regenerate,
  vouch,
  writeDraft,
  writeOther,
} from '../../api/drafts.ts';
import { ApiError, errorText, toastFailure } from '../../api/http.ts';
import { refreshChanged } from '../../api/live.ts';
import { writeUnsavedText } from '../../lib/storage.ts';
import { toast } from '../../lib/toast.ts';
import type { CommentEditorState } from './comment-editor.tsx';

const FAILED = 'Failed to generate comment';
const RELOADED = 'The page was reloaded while the draft was being written.';

/** Where the words of a draft under way outlive a reload. */
export const keptDraft = (videoId: number) => `draft-on.${videoId}`;

/** Why there is no draft, where the page has a place to say so. */
export type DraftEnd =
  | { kind: 'broken'; reason: string; hasWords: boolean }
  | { kind: 'failed'; reason: string; isMissing: boolean }
  /** The model's own sentence. */
  | { kind: 'nothing'; reason: string };

interface Progress {
  /** What is under way that the text on the screen must wait for. */
  busy: 'writing' | 'changing' | null;
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

const asOffered = ({ content, angle, qualityScore, reading, scoreParts }: Alternative): OfferedDraft => ({
  content,
  angle,
  qualityScore: reading || scoreParts.length > 0 ? qualityScore : null,
});

/** The drafts in the order in which they came. */
function offeredWith(before: readonly OfferedDraft[], { comment, alternatives = [] }: GenerateResponse) {
  const picked = { content: comment.generatedContent, angle: '', qualityScore: null };
  const known = new Set(before.map(({ content }) => content));
  const now = [picked, ...alternatives.map(asOffered)];
  return [...before, ...now.filter(({ content }) => !known.has(content))];
}

export interface DraftWay {
  begun?: string;
  /** Writes also where the model has nothing to add. */
  anyway?: boolean;
}

interface DraftRun extends DraftWay {
  style: CommentStyle;
  material?: GivenMaterial;
}

/**
 * What a model does with the text in the editor: drafts it, writes other versions and reads it. Failures leave the
 * text. `kept` is what a reload left of a draft.
 */
export function useDraft(
  video: FoundVideo,
  editor: CommentEditorState,
  { kept = '', onDrafted }: { kept?: string; onDrafted?: () => void } = {},
) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>({
    ...AT_REST,
    end: kept ? { kind: 'broken', reason: RELOADED, hasWords: true } : null,
  });
  const [isBeingRead, setIsBeingRead] = useState(false);
  const [isWritingOthers, setIsWritingOthers] = useState(false);
  const [drafts, setDrafts] = useState<readonly OfferedDraft[]>([]);
  /** The server's newest answer: it counts the others in its own order. */
  const [answered, setAnswered] = useState<GenerateResponse | null>(null);
  const [change, setChange] = useState<{ before: string; after: string } | null>(null);
  const call = useRef<AbortController | null>(null);
  const show = (now: Partial<Progress>) => setProgress((before) => ({ ...before, ...now }));
  useEffect(
    () => () => {
      call.current?.abort();
      writeUnsavedText(keptDraft(video.id), '');
    },
    [video.id],
  );

  const { comment } = editor;
  const choices = drafts.map((draft): DraftChoice => {
    const picked = draft.content === answered?.comment.generatedContent;
    // Its reading comes later than its text.
    return { ...draft, picked, ...(picked && comment && { qualityScore: comment.qualityScore }) };
  });

  /** A new text, before which the earlier ones stand. */
  function offer(answer: GenerateResponse): void {
    setAnswered(answer);
    setDrafts(offeredWith([], answer));
    onDrafted?.();
  }

  function endOf(error: unknown): DraftEnd | null {
    const reason = errorText(error, FAILED);
    const code = (error instanceof ApiError || error instanceof BrokenDraft) && error.code;
    if (code === 'nothing_to_add') return { kind: 'nothing', reason };
    if (error instanceof BrokenDraft || /^(no_model$|model_)/.test(code || ''))
      return { kind: 'failed', reason, isMissing: code === 'no_model' };
    if (!reason.includes('already exists')) {
      toastFailure('Error', error, FAILED);
      return null;
    }
    // Another tab or a bulk run was faster; its comment appears in the row.
    refreshChanged(client, { comments: new Set(), videos: new Set([video.id]) });
    toast({
      title: 'Comment Already Exists',
      description: 'A comment has already been generated for this video. Check your History page to see it.',
      variant: 'destructive',
    });
    return null;
  }

  async function run({ style, material, anyway, ...wanted }: DraftRun): Promise<void> {
    const begun = wanted.begun?.trim() ?? '';
    call.current = new AbortController();
    const { signal } = call.current;
    let written = begun;
    const text = (next: string) => {
      written = next;
      writeUnsavedText(keptDraft(video.id), next);
      show({ live: next, waiting: null });
    };
    async function write(): Promise<GenerateResponse> {
      text(begun);
      const { draft, judged } = await writeDraft(
        client,
        { videoId: video.id, style, ...material, ...(begun && { begun }), ...(anyway && { anyway }) },
        { text, waiting: (waiting) => show({ waiting }), replaced: (replaced) => show({ replaced }) },
        signal,
      );
      writeUnsavedText(keptDraft(video.id), '');
      setIsBeingRead(true);
      void judged.then(() => setIsBeingRead(false));
      return draft;
    }
    setProgress({ ...AT_REST, busy: 'writing' });
    try {
      const answer = await (comment
        ? regenerate(client, comment.id, { style, ...material }, { signal })
        : write());
      editor.replaceWith(answer.comment);
      offer(answer);
    } catch (error) {
      const wasStopped = signal.aborted;
      const end = wasStopped ? null : endOf(error);
      if (comment || end?.kind === 'nothing' || !(wasStopped || error instanceof BrokenDraft))
        return show({ end });
      if (written) editor.keepBroken(written);
      const reason = wasStopped ? 'You stopped the draft.' : errorText(error, FAILED);
      show({ end: written || wasStopped ? { kind: 'broken', reason, hasWords: written !== begun } : end });
    } finally {
      show({ busy: null, live: null, waiting: null });
    }
  }

  /** Keeps the text at rest while it is changed. Returns whether it was. */
  async function changing(failure: string, act: () => Promise<unknown>): Promise<boolean> {
    show({ busy: 'changing' });
    try {
      return (await act()) !== null;
    } catch (error) {
      toastFailure(failure, error);
      return false;
    } finally {
      show({ busy: null });
    }
  }

  return {
    ...progress,
    choices,
    /** What the last wish changed, and the version before it; null once another is shown. */
    change:
      change && change.after === comment?.content
        ? { ...change, version: choices.find(({ content }) => content === change.before) }
        : null,
    isBeingRead,
    isWritingOthers,
    run,
    stop: () => call.current?.abort(),

    /** What was typed is saved before another version of it is asked for. */
    steer: (request: RegenerateRequest) =>
      changing('Failed to change the draft', async () => {
        const saved = await editor.save();
        if (!saved) return null;
        const answer = await regenerate(client, saved.id, request);
        offer(answer);
        setChange({ before: saved.content, after: answer.comment.content });
        return answer;
      }),

    vouch: (sentence: string) =>
      changing('Failed to confirm the sentence', async () => {
        const saved = await editor.save();
        return saved && vouch(client, saved, sentence);
      }),

    /** Shows another of the drafts; their order stays. */
    pick: ({ content }: DraftChoice) =>
      changing('Failed to pick this draft', async () => {
        const at = answered?.alternatives?.findIndex((each) => each.content === content) ?? -1;
        if (!comment) return;
        const answer = await pickDraft(client, comment, at);
        setAnswered(answer);
        editor.replaceWith(answer.comment);
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
      const saved = editor.edited ? await editor.save() : comment;
      if (!saved) return;
      setIsBeingRead(true);
      await readAgain(client, saved).catch((error) => toastFailure('Failed to read it again', error));
      setIsBeingRead(false);
    },
  };
}

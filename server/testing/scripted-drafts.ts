import { beforeEach } from 'vitest';
import type { Problem } from '#shared/contracts/primitives.ts';
import type { DraftModel } from '../features/drafting/prompts/draft-model.service.ts';
import { draftingApp, generateStreamed, seenDraft } from './drafting-app.ts';
import { makeVideo, setSettings } from './factories.ts';
import { type ScriptedAnswer, scriptedModel } from './scripted-model.ts';

export type ScriptedOptions = Parameters<typeof scriptedModel>[1];
type Scripted = Awaited<ReturnType<typeof scriptedModel>>;

/**
 * Streams drafts through the app, written by the real language model client talking to a
 * scripted server. Call it at the top of a file.
 */
export function scriptedDrafts() {
  const drafting = draftingApp(() => languageModel);
  let languageModel: DraftModel;
  let videoId = 0;

  beforeEach(async () => {
    drafting.reset();
    // The second reading of a draft would be another request.
    await setSettings(drafting.db, { readDrafts: false });
    videoId = (
      await makeVideo(drafting.db, {
        title: 'Kubernetes probes',
        description: 'Liveness.',
      })
    ).id;
  });

  async function shownDraft(): Promise<{
    shown: string;
    names: string[];
    problem: Problem | null;
  }> {
    const response = await generateStreamed(drafting.me, {
      videoId,
      style: 'insightful',
    });
    if (response.status !== 200)
      return { shown: '', names: [], problem: (await response.json()) as Problem };
    const { text, names, last } = await seenDraft(response);
    return {
      shown: text,
      names,
      problem: last?.name === 'problem' ? (last.data as Problem) : null,
    };
  }

  /**
   * Drafts once, and returns what was shown, stored and learned, and what was sent to the
   * server.
   */
  async function draftWith(scripted: Scripted) {
    languageModel = scripted.languageModel;
    const { shown, names, problem } = await shownDraft();
    const stored = (await drafting.rows()).map(({ content }) => content);
    const sent = scripted.sent();
    return {
      shown,
      names,
      problem,
      stored,
      sent,
      calls: sent.length,
      learned: scripted.learned,
    };
  }

  return {
    draftWith,
    draftFrom: async (script: ScriptedAnswer[], options: ScriptedOptions = {}) =>
      draftWith(await scriptedModel(script, options)),
    /** Switches to another video for the next draft with the same model. */
    async nextVideo(): Promise<void> {
      videoId = (
        await makeVideo(drafting.db, {
          title: 'Kubernetes rollouts',
          description: 'Surge.',
        })
      ).id;
    },
  };
}

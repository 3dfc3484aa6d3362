import { onTestFinished } from 'vitest';
import type { ModelSettings } from '#shared/contracts/settings.ts';
import type { Db } from '../db/database.ts';
import type { Browser } from './browser.ts';
import { makeVideo } from './factories.ts';
import { type ScriptedAnswer, scriptedServer } from './scripted-model.ts';

export const modelSettingsPath = '/api/model-settings';

const answerOf = async (response: Response) => ({
  status: response.status,
  body: await response.json(),
});

/**
 * Sends requests about the language model, in the owner's browser at the time of each
 * request.
 */
export function modelSettingsRequests(browser: () => Browser) {
  return {
    settings: async () =>
      (await (await browser().get(modelSettingsPath)).json()) as ModelSettings,
    put: async (body: unknown) => answerOf(await browser().put(modelSettingsPath, body)),
    post: async (part: string, body?: unknown) =>
      answerOf(await browser().post(`${modelSettingsPath}/${part}`, body)),

    /** Drafts a comment for a new video. */
    async draft(db: Db) {
      const { id } = await makeVideo(db);
      return answerOf(
        await browser().post('/api/comments/generate', {
          videoId: id,
          style: 'insightful',
        }),
      );
    },
  };
}

/** Starts a model server that gives these answers and is closed after the test. */
export async function openModelServer(script: ScriptedAnswer[], onHang?: () => void) {
  const server = await scriptedServer(script, onHang);
  onTestFinished(() => server.close());
  return { ...server, baseUrl: `${server.origin}/v1` };
}

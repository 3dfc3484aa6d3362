import { commentAnalysisSchema } from '#shared/contracts/comment-detail.ts';
import { draftViewSchema } from '#shared/contracts/drafts.ts';
import { problemSchema } from '#shared/contracts/primitives.ts';
import { voiceProfileSchema } from '#shared/contracts/voice.ts';
import type { Database } from '../db/database.ts';
import { startTestApp } from '../testing/app.ts';
import { openFromTemplate } from '../testing/embedded-template.ts';
import { makeVideo } from '../testing/factories.ts';
import { type EvalCase, evalCases } from './cases.ts';
import { type Recording, startRecorder, type Upstream } from './recorder.ts';

export interface EvalRow {
  group: EvalCase['group'];
  title: string;
  draft: { text: string; marks: string[]; score: number; isRead: boolean } | null;
  /** Why there is no draft; null if there is one. */
  problem: string | null;
  draftedAgain: number;
  tokens: { draft: number; read: number };
}

interface Options {
  /** Null for the sandbox's model. */
  model: Upstream | null;
  /** Recorded answers to use instead of a model; cases without answers are left out. */
  replay: readonly Recording[] | null;
  /** An empty database. Without it, a new one in memory is used. */
  database?: Database;
}

/** Drafts and reads a comment for every case through the app's own routes. */
export async function runEval({
  model,
  replay,
  database: given,
}: Options): Promise<{ rows: EvalRow[]; recordings: Recording[] }> {
  const recorder = await startRecorder(replay);
  const database = given ?? (await openFromTemplate());
  const app = await startTestApp({
    database,
    between({ modelBaseUrl, ...others }) {
      recorder.forwardTo(model ?? { baseUrl: modelBaseUrl, apiKey: null, model: null });
      return { ...others, modelBaseUrl: recorder.baseUrl };
    },
  });
  const browser = await app.signedIn();
  try {
    const rows: EvalRow[] = [];
    for (const each of evalCases(app.clock.now()))
      if (!replay || replay.some(({ title }) => title === each.video.title))
        rows.push(await draftFor(each));
    return { rows, recordings: recorder.recordings };
  } finally {
    await app.close();
    await recorder.close();
  }

  async function draftFor({
    group,
    video,
    transcript,
    profile,
    ownComments,
  }: EvalCase): Promise<EvalRow> {
    await become(profile, ownComments);
    const { id: videoId } = await makeVideo(database.db, video);
    const heard = recorder.begin(video.title);
    const body = {
      videoId,
      style: 'insightful',
      ...(transcript !== null && { transcript }),
    };
    const response = await browser.send('/api/comments/generate', {
      method: 'POST',
      body,
    });
    const answer: unknown = await response.json();
    const sum = (kind: 'draft' | 'read') =>
      heard[kind].reduce((total, { tokens }) => total + tokens, 0);
    return {
      group,
      title: video.title,
      draftedAgain: Math.max(0, heard.draft.length - 1),
      tokens: { draft: sum('draft'), read: sum('read') },
      ...(response.ok
        ? { draft: draftOf(answer), problem: null }
        : { draft: null, problem: problemSchema.parse(answer).detail }),
    };
  }

  async function become(
    profile: EvalCase['profile'],
    ownComments: readonly string[],
  ): Promise<void> {
    const { id } = voiceProfileSchema.parse(
      await call('POST', '/voice-profiles', profile),
    );
    await call('PUT', '/user-settings', {
      activeVoiceProfileId: id,
      autoQueueEnabled: false,
    });
    if (ownComments.length > 0)
      await call('POST', `/voice-profiles/${id}/own-comments`, {
        text: ownComments.join('\n\n'),
      });
  }

  async function call(method: string, path: string, body: unknown): Promise<unknown> {
    const response = await browser.send(`/api${path}`, { method, body });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}

function draftOf(answer: unknown): EvalRow['draft'] {
  const { comment, analysis } = draftViewSchema.parse(answer);
  const { sentences, reading } = commentAnalysisSchema.parse(analysis);
  const marks = [
    ...sentences.flatMap(({ unsupported }) => unsupported),
    ...(reading?.wrong ?? []).map(({ sentence }) => sentence),
  ];
  return {
    text: comment.content,
    marks,
    score: comment.qualityScore,
    isRead: reading !== null,
  };
}

import { commentListSchema, commentSchema, generateBulkResponseSchema } from '#shared/contracts/comments.ts';
import { userSettingsSchema } from '#shared/contracts/user-settings.ts';
import { voiceProfileSchema } from '#shared/contracts/voice-profiles.ts';
import { proposeRulesResponseSchema, voiceRuleSchema } from '#shared/contracts/voice-rules.ts';
import { unit } from '../../sandbox/deterministic.ts';
import { makeVideo } from '../../testing/factories.ts';
import { mean } from '../cell.ts';
import { type EvalApp, openEvalApp } from '../eval-app.ts';
import { editDistance } from './edit-distance.ts';
import { editedByOwner, wouldAccept } from './owner.ts';
import { startScriptedModel } from './scripted-model.ts';

/**
 * `nothing`: every day begins with a new profile, which has neither rules nor examples. `examples`: one profile is
 * kept, so that its approved texts go along. `rules`: and what the model reads from the edits is accepted, where it fits.
 */
export type Learning = 'nothing' | 'examples' | 'rules';

interface Month {
  days: number;
  draftsPerDay: number;
  learning: Learning;
}

export interface MonthResult {
  /** Mean edit distance of a draft, in characters, for each day. */
  distances: number[];
  accepted: string[];
  rejected: string[];
  /** The system messages of all drafts, in order. */
  prompts: string[];
}

const dayMs = 24 * 60 * 60 * 1000;

/** A month of drafts, edits and approvals through the app's own routes, with a model that knows only its prompt. */
export async function simulateMonth({ days, draftsPerDay, learning }: Month): Promise<MonthResult> {
  const model = await startScriptedModel();
  const app = await openEvalApp({ OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'scripted' });
  const result: MonthResult = { distances: [], accepted: [], rejected: [], prompts: model.prompts };
  try {
    let profileId = await newProfile(app, 0);
    for (let day = 0; day < days; day += 1) {
      if (learning === 'nothing' && day > 0) profileId = await newProfile(app, day);
      result.distances.push(await workDay(app, day * draftsPerDay, draftsPerDay));
      if (learning === 'rules') await reviewRules(app, profileId, result);
      app.app.clock.advance(dayMs);
    }
    return result;
  } finally {
    await app.close();
    await model.close();
  }
}

async function newProfile({ call }: EvalApp, day: number): Promise<number> {
  const { id } = await call(voiceProfileSchema, 'POST', '/voice-profiles', { name: `Me, day ${day + 1}` });
  await call(userSettingsSchema, 'PUT', '/user-settings', {
    activeVoiceProfileId: id,
    autoQueueEnabled: true,
  });
  return id;
}

/** Drafts for the next videos of the sandbox, edited and approved one by one. Answers the mean edit distance. */
async function workDay({ app, db, call }: EvalApp, from: number, count: number): Promise<number> {
  const videoIds: number[] = [];
  for (const video of app.sandbox.admin.videos().slice(from, from + count)) {
    const { title, channelTitle, description } = video;
    videoIds.push((await makeVideo(db, { title, channelTitle, description, tags: [] })).id);
  }
  const asked = { videoIds, style: 'insightful', addToQueue: false };
  await call(generateBulkResponseSchema, 'POST', '/comments/generate-bulk', asked);
  const drafted = (await call(commentListSchema, 'GET', '/comments')).filter(({ videoId }) =>
    videoIds.includes(videoId),
  );
  if (drafted.length !== count) throw new Error(`Only ${drafted.length} of ${count} drafts came.`);
  const distances: number[] = [];
  for (const { id, content, video } of drafted) {
    const edited = editedByOwner(content, unit(video.title));
    distances.push(editDistance(content, edited));
    if (edited !== content) await call(commentSchema, 'PATCH', `/comments/${id}`, { content: edited });
    await call(commentSchema, 'PATCH', `/comments/${id}`, { status: 'approved' });
    app.clock.advance(1000);
  }
  return mean(distances);
}

/** At the end of a day the owner asks what the edits have in common, and decides. */
async function reviewRules({ call }: EvalApp, profileId: number, result: MonthResult): Promise<void> {
  const path = `/voice-profiles/${profileId}/rules/propose`;
  const { proposed } = await call(proposeRulesResponseSchema, 'POST', path);
  for (const { id, text } of proposed) {
    const status = wouldAccept(text) ? 'accepted' : 'rejected';
    result[status].push(text);
    await call(voiceRuleSchema, 'PATCH', `/voice-rules/${id}`, { status });
  }
}

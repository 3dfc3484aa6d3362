import { z } from 'zod';
import { commentStyles } from '#shared/contracts/enums.ts';
import { ownCommentsImportSchema } from '#shared/contracts/own-comments.ts';
import { userSettingsSchema } from '#shared/contracts/user-settings.ts';
import { voiceProfileSchema } from '#shared/contracts/voice-profiles.ts';
import { makeVideo } from '../testing/factories.ts';
import { cellSchema, measureCell } from './cell.ts';
import type { EvalApp } from './eval-app.ts';
import { type EvalVideo, type EvalVoice, evalVideos, evalVoices } from './eval-data.ts';

export const evalRunSchema = z.object({
  at: z.string(),
  model: z.string(),
  videos: z.int(),
  cells: z.array(cellSchema),
});
export type EvalRun = z.infer<typeof evalRunSchema>;

interface Options {
  app: EvalApp;
  limit: number;
  at: Date;
  progress: (line: string) => void;
}

export async function runEval({ app, limit, at, progress }: Options): Promise<EvalRun> {
  const videoIds: number[] = [];
  for (const video of evalVideos.slice(0, limit)) videoIds.push(await addVideo(app, video));
  const cells: EvalRun['cells'] = [];
  for (const voice of evalVoices) {
    await become(app, voice);
    for (const style of commentStyles) {
      const cell = await measureCell(app, { profile: voice.profile.name, style, videoIds });
      cells.push(cell);
      progress(`${cell.profile}, ${style}: ${cell.drafts} drafts in ${cell.seconds.toFixed(1)} s`);
    }
  }
  return {
    at: at.toISOString(),
    model: app.model,
    videos: videoIds.length,
    cells,
  };
}

export async function addVideo({ db }: EvalApp, video: EvalVideo): Promise<number> {
  const { title, description, language, channel, tags } = video;
  const row = await makeVideo(db, { title, description, language, channelTitle: channel, tags: [...tags] });
  return row.id;
}

export async function become({ call }: EvalApp, { profile, ownComments }: EvalVoice): Promise<void> {
  const { id } = await call(voiceProfileSchema, 'POST', '/voice-profiles', profile);
  await call(userSettingsSchema, 'PUT', '/user-settings', {
    activeVoiceProfileId: id,
    autoQueueEnabled: true,
  });
  if (ownComments.length > 0)
    await call(ownCommentsImportSchema, 'POST', `/voice-profiles/${id}/own-comments`, {
      text: ownComments.join('\n\n'),
    });
}

import { generateResponseSchema } from '#shared/contracts/drafts.ts';
import { defaultCommentStyle } from '#shared/contracts/enums.ts';
import type { Grounding } from '#shared/contracts/grounding.ts';
import { excellentFrom } from '#shared/rules/quality.ts';
import { topComments } from '#shared/schema.ts';
import { isGrounded } from '../../features/drafting/grounding/ground-draft.rules.ts';
import type { EvalApp } from '../eval-app.ts';
import { addVideo, become } from '../run-eval.ts';
import { type GroundedVideo, readHalf, type SentenceKind } from './grounded-data.ts';
import { type DraftFigures, draftsTable, labelledTable } from './grounded-table.ts';
import { countUncheckable, labelledFigures, missedTargets } from './labelled-figures.ts';

interface Options {
  app: EvalApp;
  limit: number;
  say: (line: string) => void;
}

/** Returns the kinds of the put-aside half whose target is missed. */
export async function runGrounded({ app, limit, say }: Options): Promise<SentenceKind[]> {
  const [aside, tuning] = [readHalf('aside'), readHalf('tuning')];
  const videos = [...aside, ...tuning];
  const figures = labelledFigures(aside);
  say(`\n${labelledTable(figures, labelledFigures(tuning))}\n`);
  say(`No material: ${countUncheckable(videos)} of ${videos.length} cannot check.\n`);
  const requests = requestsBesidesModel(app);
  const drafts: Draft[] = [];
  for (const video of videos.slice(0, limit)) drafts.push(await draftFor(app, video));
  for (const { error } of drafts) if (error) say(error);
  say(draftsTable(figuresOf(app.model, drafts)));
  say(`Requests to anything but the app and the model: ${requestsBesidesModel(app) - requests}.`);
  return missedTargets(figures);
}

interface Draft {
  error: string | null;
  sentences: Grounding['sentences'];
  score: number;
}

async function draftFor(app: EvalApp, { video, transcript }: GroundedVideo): Promise<Draft> {
  const videoId = await addVideo(app, video);
  const comments = video.comments.map(({ author, text, likes }) => ({ author, text, likeCount: likes }));
  await app.db.insert(topComments).values({ videoId, comments, fetchedAt: app.app.clock.now() });
  await become(app, { profile: { name: video.title, description: video.profile }, ownComments: [] });
  const asked = { videoId, style: defaultCommentStyle, transcript, notes: video.notes, point: video.point };
  try {
    const { comment, analysis } = await app.call(generateResponseSchema, 'POST', '/comments/generate', asked);
    return { error: null, sentences: analysis.sentences, score: comment.qualityScore };
  } catch (error) {
    return { error: `${video.title}: ${error}`, sentences: [], score: 0 };
  }
}

function figuresOf(model: string, all: readonly Draft[]): DraftFigures {
  const drafts = all.filter(({ error }) => error === null);
  const sentences = drafts.flatMap((draft) => draft.sentences);
  const bySource: DraftFigures['bySource'] = {};
  for (const { source } of sentences) {
    const kind = source?.kind ?? 'none';
    bySource[kind] = (bySource[kind] ?? 0) + 1;
  }
  return {
    model,
    drafts: drafts.length,
    failed: all.length - drafts.length,
    unflagged: drafts.filter((draft) => draft.sentences.every(isGrounded)).length,
    sentences: sentences.length,
    bySource,
    scores: drafts.map(({ score }) => score),
    excellent: drafts.filter(({ score }) => score >= excellentFrom).length,
  };
}

const requestsBesidesModel = ({ app }: EvalApp) =>
  app.sandbox.admin.requests().filter(({ path }) => path !== '/v1/chat/completions').length;

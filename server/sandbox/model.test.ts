import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sandboxModelName } from '#shared/contracts/settings.ts';
import { comments, voiceProfiles } from '#shared/schema.ts';
import { makeComment, makeReply, makeVideo } from '../testing/factories.ts';
import { preparedApp } from '../testing/prepared-app.ts';
import { loadContent, type Sentence, textOf, type Video } from './content/content.ts';

const MINUTE = 60_000;
const { videos } = loadContent();
const prepared = preparedApp();
const { generate, again } = prepared;

/** Gives each test a different video, because a video takes only one comment. */
const unused = [...videos];
function takeVideo(fits: (video: Video) => boolean = () => true): Video {
  const at = unused.findIndex((video) => video.language === 'en' && fits(video));
  const [video] = unused.splice(at, 1);
  if (at === -1 || !video) throw new Error('No video is left that fits.');
  return video;
}

const textIn = (video: Video, sentences: readonly Sentence[]) =>
  textOf(sentences, video.language);
const insightfulOf = (video: Video) => textIn(video, video.drafts.insightful.sentences);
const firstTakeOf = (video: Video) => textIn(video, video.drafts.insightful.takes[0]);

describe('draft in the sandbox (rule 1.8)', () => {
  it('names the prepared draft as its model, as the settings do', async () => {
    const { model } = await generate(takeVideo());
    const settings = await (await prepared.me.get('/api/model-settings')).json();
    expect({ model, settings }).toMatchObject({
      model: sandboxModelName,
      settings: { source: 'sandbox', model: sandboxModelName },
    });
  });

  it('starts with the user’s point and ends with the last sentence of the prepared draft', async () => {
    const video = takeVideo();
    const point = 'We saw the same thing last winter';
    const { content, analysis } = await generate(video, { point });
    expect(content).toBe(`${point}. ${video.drafts.insightful.sentences.at(-1)?.text}`);
    expect(analysis.sentences[0]?.source).toMatchObject({ kind: 'point' });
  });

  it('is replaced by the next take for an instruction, or for a button without a prepared change', async () => {
    const video = takeVideo(({ drafts }) => drafts.insightful.changes === undefined);
    const { id, content } = await generate(video);
    expect(content).toBe(insightfulOf(video));
    expect((await again(id, { instruction: 'Say it with a smile' })).content).toBe(
      firstTakeOf(video),
    );
    const [, second] = video.drafts.insightful.takes;
    expect((await again(id, { steer: 'shorter' })).content).toBe(textIn(video, second));
  });

  it('is replaced by the next take after the user edited it', async () => {
    const video = takeVideo();
    const { id, content } = await generate(video);
    await prepared.me.patch(`/api/comments/${id}`, { content: `${content} Thank you` });
    expect((await again(id)).content).toBe(firstTakeOf(video));
  });

  it('is in the language of its video even if the profile asks for another', async () => {
    await prepared.db
      .update(voiceProfiles)
      .set({ customInstructions: 'Write in German.' });
    const video = takeVideo();
    expect((await generate(video)).content).toBe(insightfulOf(video));
    await prepared.db.update(voiceProfiles).set({ customInstructions: null });
  });

  it('is the next take when the prepared draft contains a word to avoid', async () => {
    const video = takeVideo();
    const [word = ''] = insightfulOf(video).match(/\p{L}{7,}/u) ?? [];
    await prepared.db.update(voiceProfiles).set({ avoidWords: word });
    expect((await generate(video)).content).toBe(firstTakeOf(video));
    await prepared.db.update(voiceProfiles).set({ avoidWords: null });
  });

  it('names no source that was not given to it', async () => {
    const isDescribed = ({ kind }: Sentence) => kind === 'description';
    const video = takeVideo(({ drafts }) =>
      drafts.insightful.sentences.some(isDescribed),
    );
    const { analysis } = await generate(video, { use: { description: false } });
    expect(analysis.sentences.map(({ source }) => source?.kind)).not.toContain(
      'description',
    );
    expect(analysis.sentences.map(({ source }) => source)).not.toContain(null);
  });

  it('has four different alternatives and then nothing to add', async () => {
    const { id, content } = await generate(takeVideo());
    await prepared.me.post(`/api/comments/${id}/takes`, { count: 2 });
    const answer = await prepared.me.post(`/api/comments/${id}/takes`, { count: 2 });
    const { alternatives } = (await answer.json()) as {
      alternatives: { content: string }[];
    };
    const texts = [content, ...alternatives.map((each) => each.content)];
    expect(new Set(texts).size).toBe(5);
    const none = await prepared.me.post(`/api/comments/${id}/takes`, { count: 1 });
    expect([none.status, (await none.json()).code]).toEqual([409, 'nothing_to_add']);
  });
});

const noDraft = {
  code: 'nothing_to_add',
  detail:
    'The sandbox has no prepared draft for this one. Write it by hand, or connect a model.',
};

describe('nothing prepared in the sandbox (rule 1.8)', () => {
  it('gives a video no draft, even if the user wants one anyway', async () => {
    const { id: videoId } = await makeVideo(prepared.db, {
      title: 'A video of somebody else',
    });
    for (const anyway of [false, true]) {
      const answer = await prepared.me.post('/api/comments/generate', {
        videoId,
        style: 'insightful',
        anyway,
      });
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject(noDraft);
    }
  });

  it('gives a reply no drafted answer', async () => {
    const { id } = await makeReply(prepared.db, {
      text: 'Something nobody prepared for.',
    });
    const answer = await prepared.me.post(`/api/replies/${id}/draft`, {});
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject(noDraft);
  });
});

describe('stranger in the sandbox', () => {
  it('replies to the posted comment, and the prepared answer is drafted', async () => {
    const video = takeVideo(({ reply }) => reply !== undefined);
    const { id } = await generate(video);
    await prepared.me.patch(`/api/comments/${id}`, { status: 'approved' });
    await prepared.me.post(`/api/comments/${id}/post`, {});
    prepared.app.clock.advance(30 * MINUTE);
    await prepared.me.post('/api/replies/refresh', {});
    const list = (await (await prepared.me.get('/api/replies')).json()) as {
      id: number;
      text: string;
    }[];
    const reply = list.find(({ text }) => text === video.reply?.text);
    const answer = await prepared.me.post(`/api/replies/${reply?.id}/draft`, {});
    expect(await answer.json()).toMatchObject({
      content: textIn(video, video.reply?.answer ?? []),
      model: sandboxModelName,
    });
  });
});

describe('reading in the sandbox', () => {
  it('says that a text without a prepared reading was not judged', async () => {
    const { id } = await generate(takeVideo());
    const content =
      'My own words about this. They are my own from the first to the last of them.';
    await prepared.me.patch(`/api/comments/${id}`, { content });
    const read = (await (
      await prepared.me.post(`/api/comments/${id}/read`, {})
    ).json()) as {
      analysis: unknown;
    };
    expect(read.analysis).toMatchObject({
      tone: 'Not judged: the sandbox knows only its own drafts',
      reading: {
        for: 'They are my own from the first to the last of them.',
        against: null,
        wrong: [],
      },
    });
  });
});

describe('intelligent search in the sandbox', () => {
  it('assesses a video by how many areas of the profile it names', async () => {
    const answer = await prepared.me.get(
      '/api/videos/search?q=kubernetes&intelligent=true',
    );
    const found = (await answer.json()) as {
      videos: { title: string; engagementScore: number }[];
    };
    const known = new Map(videos.map((video) => [video.title, video]));
    for (const { title, engagementScore } of found.videos) {
      const { tags = [], description = '' } = known.get(title) ?? {};
      const text = [title, ...tags, description].join('\n').toLowerCase();
      const named = ['kubernetes', 'observability'].filter((area) =>
        text.includes(area),
      ).length;
      expect([title, engagementScore]).toEqual([title, [30, 65, 85][named]]);
    }
    expect(found.videos.length).toBeGreaterThan(0);
  });
});

describe('style rules proposed in the sandbox', () => {
  it('are the habits shown by at least two edits', async () => {
    const [profile] = await prepared.db.select().from(voiceProfiles);
    const made = [];
    for (const subject of ['Probes', 'Nodes'])
      made.push(
        await makeComment(prepared.db, {
          voiceProfileId: profile?.id ?? 0,
          status: 'approved',
          generatedContent: `${subject} are great! I like how you show it!`,
          content: `${subject} are hard. I like how you show it.`,
        }),
      );
    const answer = await prepared.me.post(
      `/api/voice-profiles/${profile?.id}/style-rules/propose`,
      {},
    );
    expect(await answer.json()).toMatchObject({
      proposed: [{ text: 'Use no exclamation marks.' }],
    });
    for (const { id } of made)
      await prepared.db.delete(comments).where(eq(comments.id, id));
  });
});

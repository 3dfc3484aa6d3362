import { describe, expect, it } from 'vitest';
import { testSandbox } from '../../testing/sandbox.ts';
import { createContentCatalogue, youtubeIdOf } from './catalogue.ts';
import { loadContent, loadMonthVideos } from './content.ts';

const DAY = 86_400_000;

const { videos, channels } = loadContent();
const withSandbox = () => testSandbox({ catalogue: createContentCatalogue });
type Setup = Awaited<ReturnType<typeof withSandbox>>;

interface Found {
  id: { videoId: string };
  snippet: { title: string; channelId: string };
}

async function find({ youtube }: Setup, q: string, more = '') {
  const path = `/search?part=snippet&type=video&maxResults=50${more}&q=${encodeURIComponent(q)}`;
  const { body } = await youtube(path);
  return {
    titles: (body.items as Found[]).map(({ snippet }) => snippet.title),
    page: body.pageInfo,
  };
}

async function videoOf({ youtube }: Setup, contentId: string) {
  const id = youtubeIdOf(contentId);
  const { body } = await youtube(
    `/videos?part=snippet,statistics,contentDetails&id=${id}`,
  );
  return body.items?.[0];
}

describe('search in the sandbox’s videos', () => {
  it.each([
    ['mixing', 'audio'],
    ['podcasts', 'audio'],
    ['kubernetes', 'platform'],
    ['devops', 'platform'],
    ['woodworking', 'woodworking'],
    ['furniture', 'woodworking'],
    ['budget', 'finance'],
    ['mortgages', 'finance'],
    ['classroom', 'teaching'],
    ['teaching', 'teaching'],
    ['postgres', 'databases'],
    ['react', 'web'],
    ['language model', 'ai'],
  ])('finds for “%s” a video of the field %s first', async (query, field) => {
    const { titles } = await find(await withSandbox(), query);
    const first = videos.find(({ title }) => escaped(title) === titles[0]);
    expect(first?.field).toBe(field);
  });

  it('finds videos with any of the words, those with all words first', async () => {
    const { titles } = await find(
      await withSandbox(),
      'how to restore a postgresql backup',
    );
    expect(titles[0]).toBe('We Restored 12 Database Backups. Five Came Back Useless');
    expect(titles.length).toBeGreaterThan(3);
  });

  it('counts all videos found, also beyond the first page', async () => {
    const setup = await withSandbox();
    const { titles, page } = await find(setup, '');
    expect(titles).toHaveLength(50);
    const known = videos.filter(({ ageDays }) => ageDays > 0);
    expect(page.totalResults).toBe(known.length);
    const { titles: some, page: ofSome } = await find(setup, 'kubernetes');
    expect(ofSome.totalResults).toBe(some.length);
  });

  it('finds only videos published after the requested time', async () => {
    const setup = await withSandbox();
    const dayAgo = new Date(setup.clock.now().getTime() - DAY).toISOString();
    const { titles } = await find(setup, '', `&order=date&publishedAfter=${dayAgo}`);
    const expected = videos
      .filter(({ ageDays }) => ageDays > 0 && ageDays <= 1)
      .sort((a, b) => a.ageDays - b.ageDays);
    expect(titles).toEqual(expected.map(({ title }) => escaped(title)));
  });

  it.each(createContentCatalogue(new Date()).topics)(
    'finds videos on the topic %s',
    async (query) => {
      const { titles } = await find(await withSandbox(), query);
      expect(titles.length).toBeGreaterThanOrEqual(4);
    },
  );
});

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

describe('video of the sandbox', () => {
  it('has its written description, chapters and counts at the start', async () => {
    const video = await videoOf(await withSandbox(), 'kick-bass-decision');
    expect(video.snippet).toMatchObject({
      channelTitle: 'Low Ceiling Sessions',
      defaultAudioLanguage: 'en',
    });
    expect(video.snippet.description).toContain('The kick rings at 62 Hz');
    expect(video.snippet.description).toContain("\n1:24 Finding the kick's note\n");
    expect(video.statistics).toEqual({
      viewCount: '21800',
      likeCount: '1340',
      commentCount: '187',
    });
  });

  it('has more views later', async () => {
    const setup = await withSandbox();
    setup.clock.advance(20 * DAY);
    const { statistics } = await videoOf(setup, 'kick-bass-decision');
    expect(Number(statistics.viewCount)).toBeGreaterThan(21_800);
  });

  it('shows the comments that were written for it', async () => {
    const setup = await withSandbox();
    const path = `/commentThreads?part=snippet&textFormat=plainText&order=relevance&maxResults=100&videoId=${youtubeIdOf('kick-bass-decision')}`;
    const { body } = await setup.youtube(path);
    const shown = body.items.map(
      (item: { snippet: { topLevelComment: { snippet: { textDisplay: string } } } }) =>
        item.snippet.topLevelComment.snippet.textDisplay,
    );
    const written = videos.find(({ id }) => id === 'kick-bass-decision')?.comments ?? [];
    expect(shown).toEqual(
      [...written].sort((a, b) => b.likes - a.likes).map(({ text }) => text),
    );
  });

  it('with a negative age is published that many days after the start', async () => {
    const setup = await withSandbox();
    expect(await videoOf(setup, 'gateway-api-118')).toBeUndefined();
    setup.clock.advance(2.5 * DAY);
    expect((await videoOf(setup, 'gateway-api-118')).snippet.title).toContain(
      'Gateway API',
    );
  });
});

it('channel of the sandbox lists its uploads, newest first', async () => {
  const { youtube, sandbox } = await withSandbox();
  const followed = sandbox.admin.channels.subscriptions();
  expect(followed.map(({ title }) => title)).toEqual(channels.map(({ title }) => title));
  const [first] = followed;
  const { body } = await youtube(
    `/playlistItems?part=contentDetails&maxResults=50&playlistId=UU${first?.id.slice(2)}`,
  );
  const expected = [...videos, ...loadMonthVideos()]
    .filter(({ channel, ageDays }) => channel === channels[0]?.key && ageDays > 0)
    .sort((a, b) => a.ageDays - b.ageDays);
  expect(
    body.items.map(
      (item: { contentDetails: { videoId: string } }) => item.contentDetails.videoId,
    ),
  ).toEqual(expected.map(({ id }) => youtubeIdOf(id)));
});

import { describe, expect, it } from 'vitest';
import { testSandbox } from '../testing/sandbox.ts';
import { createContentCatalogue, youtubeIdOf } from './content/catalogue.ts';

const videoId = youtubeIdOf('kick-bass-decision');

async function withPostedComment(text = 'The B in bar nine?') {
  const setup = await testSandbox({ catalogue: createContentCatalogue });
  const video = setup.sandbox.admin.channels.find(videoId, setup.clock.now());
  if (!video) throw new Error('The video is missing.');
  const { body } = await setup.comment(video, text, setup.token());
  const id = body.id as string;
  const watch = async (lc = '') => {
    const address = `/watch?v=${videoId}${lc && `&lc=${lc}`}`;
    return (await setup.ask(address)).body as string;
  };
  return { ...setup, video, id, watch };
}

const highlighted = (page: string) =>
  /<article class="comment here"[\s\S]*?<\/article>/.exec(page)?.[0] ?? 'none';

describe('the watch page of the sandbox', () => {
  it('shows the video, its description and its comments', async () => {
    const { watch } = await withPostedComment();
    const page = await watch();
    expect(page).toContain(
      'Kick and Bass: Decide Who Owns 60 Hz Before You Reach for Sidechain</h1>',
    );
    expect(page).toContain('Low Ceiling Sessions');
    expect(page).toContain('The kick rings at 62 Hz');
    expect(page).toContain('Checked in a car. The only reference that matters.');
    expect(page).toContain(`src="/vi/${videoId}/hq720.jpg"`);
    expect(highlighted(page)).toBe('none');
  });

  it('highlights the comment that the address names, above all others', async () => {
    const { watch, id } = await withPostedComment();
    const page = await watch(id);
    expect(highlighted(page)).toContain('The B in bar nine?');
    expect(highlighted(page)).toContain('@ada-example');
    expect(page.indexOf('The B in bar nine?')).toBeLessThan(
      page.indexOf('Checked in a car.'),
    );
  });

  it('highlights a reply in its thread', async () => {
    const { watch, id, ask } = await withPostedComment();
    const order = { text: 'Bar nine it is', by: 'stranger' };
    const { body } = await ask(`/sandbox/comments/${id}/replies`, { json: order });
    const page = await watch(body.ids[0]);
    expect(highlighted(page)).toContain('Bar nine it is');
    expect(page).toContain('The B in bar nine?');
  });

  it('says when only its author can see the comment', async () => {
    const { watch, id, sandbox } = await withPostedComment();
    sandbox.admin.setCommentState(id, 'shadowHidden');
    expect(highlighted(await watch(id))).toContain('Only its author sees this comment');
    expect(await watch()).not.toContain('The B in bar nine?');
  });

  it('says when the comment is deleted', async () => {
    const { watch, id, sandbox } = await withPostedComment();
    sandbox.admin.setCommentState(id, 'deleted');
    expect(await watch(id)).toContain('The highlighted comment is no longer here.');
  });

  it('shows markup in texts as text', async () => {
    const { watch, id } = await withPostedComment(
      '<img src=x onerror="alert(1)"> & more',
    );
    const page = await watch(id);
    expect(page).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; more');
    const { sandbox, ask } = await testSandbox();
    const odd = sandbox.admin.videos().find(({ title }) => title.startsWith('<script>'));
    const { body, headers } = await ask(`/watch?v=${odd?.id}`);
    expect(body).toContain('&lt;script&gt;alert(&quot;XSS&quot;)');
    expect(body).not.toContain('<script');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('says that a video of the real YouTube is not in the sandbox', async () => {
    const { ask } = await withPostedComment();
    const { status, body } = await ask('/watch?v=dQw4w9WgXcQ');
    expect(status).toBe(404);
    expect(body).toContain('It has only its own videos.');
  });
});

it('channel page of the sandbox lists the channel’s videos', async () => {
  const { ask, video } = await withPostedComment();
  const { status, body } = await ask(`/channel/${video.channelId}`);
  expect(status).toBe(200);
  expect(body).toContain('I Measured 5 Room Treatments Under $200. Two Did Nothing');
  expect((await ask('/channel/UCunknown')).status).toBe(404);
});

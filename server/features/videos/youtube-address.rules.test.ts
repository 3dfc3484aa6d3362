import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handleOf, readYouTubeAddress } from './youtube-address.rules.ts';

const id = 'dQw4w9WgXcQ';
const channelId = `UC${'a'.repeat(22)}`;

describe('the link of a video is read as people copy it (rule 6.12)', () => {
  it.each([
    `https://www.youtube.com/watch?v=${id}`,
    `http://youtube.com/watch?v=${id}&t=42s`,
    `https://m.youtube.com/watch?app=desktop&v=${id}&list=PL123&index=3`,
    `https://music.youtube.com/watch?v=${id}`,
    `https://youtu.be/${id}?si=abc_DEF`,
    `youtu.be/${id}`,
    `www.youtube.com/watch?v=${id}`,
    `//www.youtube.com/watch?v=${id}`,
    `https://www.youtube.com/shorts/${id}?feature=share`,
    `https://www.youtube.com/live/${id}?si=x`,
    `https://www.youtube-nocookie.com/embed/${id}?start=3`,
    `https://www.youtubekids.com/watch?v=${id}`,
    `https://www.youtube.com/v/${id}`,
    `https://www.youtube.com/e/${id}`,
    `https://www.youtube.com/watch/${id}`,
    `https://www.youtube.com/source/${id}/shorts`,
    `https://studio.youtube.com/video/${id}/comments`,
    `HTTPS://WWW.YOUTUBE.COM/WATCH?v=${id}#comments`,
    `https://www.youtube.com/watch?V=${id}`,
    `https://www.youtube.com/#/watch?v=${id}`,
    `https://www.youtube.com/watch#v=${id}`,
    `https://www.youtube.com/watch?v=${id}?si=abc`,
    `https://www.youtube.com/watch?v=${id}%26t=5`,
    `https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${id}%26feature%3Dshare`,
    `https://www.youtube.com/oembed?url=http%3A//www.youtube.com/watch?v%3D${id}`,
    `https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${id}&gl=DE`,
    `https://www.google.com/url?q=https://www.youtube.com/watch%3Fv%3D${id}&sa=U`,
    `https://www.youtube.com/playlist?list=PLx&v=${id}`,
    `https://www.youtube.co.uk/watch?v=${id}`,
    `https://www.youtube.com./watch?v=${id}`,
    `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
    `vnd.youtube:${id}`,
    `youtube://${id}`,
    `https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${id}`,
    `https://www.youtube.com/watch%3Fv%3D${id}`,
    `https://www.youtube.com/watch?v%3D${id}`,
    `https://www.youtube.com/watch?t=5&amp;v=${id}`,
    `https://l.facebook.com/l.php?u=https%3A%2F%2Fyoutu.be%2F${id}%3Fsi%3Dx&h=AT0`,
    `https://duckduckgo.com/l/?uddg=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${id}&rut=1`,
    `https://web.archive.org/web/2024/https://www.youtube.com/watch?v=${id}`,
    `https://accounts.google.com/ServiceLogin?continue=https%3A%2F%2Fwww.youtube.com%2Fsignin%3Fnext%3D%252Fwatch%253Fv%253D${id}`,
    `https://youtube.googleapis.com/v/${id}`,
    `https://www.youtubeeducation.com/embed/${id}`,
    `https://i3.ytimg.com/vi/${id}/0.jpg`,
    `[a title](https://youtu.be/${id})`,
    `「https://youtu.be/${id}」`,
    `  https://youtu.be/${id}/ `,
    `https://youtu.be/${id}.`,
    `<https://youtu.be/${id}>`,
    `(https://youtu.be/${id})`,
    `“https://youtu.be/${id}”`,
    `Look: https://youtu.be/${id}`,
    `watch youtu.be/${id} now`,
    `\u200bhttps://youtu.be/${id}\u200e`,
    `https://www.youtube.com/watch?v=${id.slice(0, 5)}\u200b${id.slice(5)}`,
    `https://youtu.be/shorts/${id}?si=x`,
    `https://yt.be/${id}`,
    `https://www.youtube.com/get_video_info?video_id=${id}`,
    `intent://www.youtube.com/watch?v=${id}#Intent;package=com.google.android.youtube;end`,
    `<iframe width="560" src="https://www.youtube.com/embed/${id}?si=x" title="x"></iframe>`,
    `https：//www。youtube。com/watch?v=${id}`,
    `https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fyoutu.be%2F${id}&data=x`,
    `https://www.google.com/amp/s/www.youtube.com/watch%3fv=${id}`,
    `vnd.youtube://www.youtube.com/watch?v=${id}`,
  ])('%s', (link) => {
    expect(readYouTubeAddress(link)).toEqual({ kind: 'video', youtubeId: id });
  });
});

describe('the address of a channel is read (rule 6.12)', () => {
  it.each([
    `https://www.youtube.com/channel/${channelId}`,
    `https://www.youtube.com/channel/${channelId}/videos`,
    `https://www.youtube.com/channel/${channelId}%20`,
    `https://music.youtube.com/channel/${channelId}`,
    `https://studio.youtube.com/channel/${channelId}/videos`,
    `https://www.youtube.com/feeds/videos.xml?channel_id=${channelId}`,
    `https://www.youtube.com/embed/live_stream?channel=${channelId}`,
  ])('by its id: %s', (address) => {
    expect(readYouTubeAddress(address)).toEqual({ kind: 'channel', channelId });
  });

  it.each([
    ['https://www.youtube.com/@handle?si=abc', '@handle'],
    ['https://m.youtube.com/@handle/videos', '@handle'],
    ['youtube.com/@handle', '@handle'],
    ['https://www.youtube.com/%40handle', '@handle'],
    [
      'https://www.youtube.com/@%E0%B8%AD%E0%B8%99%E0%B8%B8%E0%B8%A3%E0%B8%B1%E0%B8%81',
      '@อนุรัก',
    ],
    [
      'https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2F%40handle',
      '@handle',
    ],
    ['https://www.youtube.com/attribution_link?u=%2F%40handle', '@handle'],
    ['https://youtu.be/@handle', '@handle'],
    [
      'https://www.youtube.com/@%E6%98%A0%E7%94%BB%E6%84%9B%E5%A5%BD%E5%AE%B6',
      '@映画愛好家',
    ],
    ['https://www.youtube.com/@handle/community?lb=UgkxAAA', '@handle'],
    ['https://www.youtube.com/@handle/search?query=probes', '@handle'],
  ])('by its handle: %s', (address, handle) => {
    expect(readYouTubeAddress(address)).toEqual({ kind: 'handle', handle });
  });

  it('by the name that it had before handles', () => {
    for (const address of [
      'https://www.youtube.com/user/SomeName/videos',
      'https://m.youtube.com/#/user/SomeName',
      'https://www.youtube.com/profile?user=SomeName',
    ])
      expect(readYouTubeAddress(address)).toEqual({
        kind: 'username',
        username: 'SomeName',
      });
  });

  it('as a custom address, which cannot be looked up', () => {
    expect(readYouTubeAddress('https://www.youtube.com/c/Pawe%C5%82')).toEqual({
      kind: 'customAddress',
    });
  });
});

describe('a handle is read in any script', () => {
  it.each([
    ['@a-b_c.d·e', '@a-b_c.d·e'],
    ['@हिन्दी', '@हिन्दी'],
    ['@বাংলা', '@বাংলা'],
    ['@مَثَل', '@مَثَل'],
    ['@Café'.normalize('NFD'), '@Café'],
    ['\u200e@handle\u200b', '@handle'],
    ['@handle‧1.2M subscribers', '@handle'],
    ['@handle • 1.2M subscribers', '@handle'],
    ['@handle/shorts', '@handle'],
  ])('%s', (text, handle) => {
    expect(handleOf(text)).toBe(handle);
  });

  it.each(['handle', '@', '@two words?', ''])('but not from %j', (text) => {
    expect(handleOf(text.replace(' ', '?'))).toBeNull();
  });
});

describe('a text without the address of a video', () => {
  it.each([
    'https://www.youtube.com/playlist?list=PL123',
    'https://youtu.be/playlist?list=PLx',
    'https://www.youtube.com/clip/UgkxAAAA',
    'https://www.youtube.com/post/Ugkx123',
    'https://www.youtube.com/results?search_query=kubernetes',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/SomeName',
    'https://www.google.com/url?q=https://www.youtube.com/playlist%3Flist%3DPL1&sa=U',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.youtube.com%2Fclip%2FUgkx1',
    'https%3A%2F%2Fwww.youtube.com%2Fplaylist%3Flist%3DPL1',
    'https://www.youtube.com/redirect?q=https%3A%2F%2Fexample.com',
    'https://www.youtube.com/hashtag/kubernetes',
    'https://www.youtube.com/community?lb=UgkxAAA',
    'https://www.youtube.com/channel/UCshort',
    'https://www.youtube.com/',
    'youtube.com',
  ])('is recognized as another page of YouTube: %s', (address) => {
    expect(readYouTubeAddress(address)).toEqual({ kind: 'page' });
  });

  it.each([
    'kubernetes',
    id,
    'youtube.com analytics explained',
    'how to upload on youtube',
    `https://example.com/watch?v=${id}`,
    `https://youtube.com.example.com/watch?v=${id}`,
    `https://notyoutube.com/watch?v=${id}`,
    `https://invidious.example/watch?v=${id}`,
    'https://',
    'http://[',
    '',
  ])('is not recognized as an address at YouTube: %j', (text) => {
    expect(readYouTubeAddress(text)).toBeNull();
  });

  it('never makes the reader throw or return a malformed id', () => {
    const link = fc
      .tuple(
        fc.constantFrom('youtu.be', 'm.youtube.com', 'example.com'),
        fc.string(),
        fc.string(),
      )
      .map(([host, path, video]) => `https://${host}/${path}?v=${video}`);
    fc.assert(
      fc.property(fc.oneof(fc.string(), link), (text) => {
        const address = readYouTubeAddress(text);
        if (address?.kind === 'video') expect(address.youtubeId).toMatch(/^[\w-]{11}$/);
      }),
    );
  });
});

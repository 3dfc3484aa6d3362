import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkedVideoId } from './video-link.rules.ts';

describe('linkedVideoId', () => {
  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'http://youtube.com/watch?v=dQw4w9WgXcQ&t=42s',
    'https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&list=PL123&index=3',
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=abc_DEF',
    'youtu.be/dQw4w9WgXcQ',
    'www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/live/dQw4w9WgXcQ?feature=share',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=3',
    'HTTPS://WWW.YOUTUBE.COM/watch?v=dQw4w9WgXcQ#comments',
    '  https://youtu.be/dQw4w9WgXcQ/ ',
  ])('finds the id in %s', (link) => {
    expect(linkedVideoId(link)).toBe('dQw4w9WgXcQ');
  });

  it.each([
    'kubernetes',
    'dQw4w9WgXcQ',
    'https://example.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/playlist?list=PL123',
    'watch youtu.be/dQw4w9WgXcQ now',
    'https://',
    'http://[',
  ])('takes %s for a search', (query) => {
    expect(linkedVideoId(query)).toBeNull();
  });

  it('never throws, and never makes up an id', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), (query) => {
        expect(linkedVideoId(query) ?? 'dQw4w9WgXcQ').toMatch(/^[\w-]{11}$/);
      }),
    );
  });
});

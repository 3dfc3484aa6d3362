// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { Video } from './catalogue.ts';
import { createContentCatalogue } from './content/catalogue.ts';
import { loadContent, motifsByField } from './content/content.ts';
import { motifs } from './motifs.ts';
import { thumbnailSvg } from './thumbnails.ts';

const size = { width: 320, height: 180 };
const start = new Date('2026-03-03T12:00:00Z');
const lastDay = new Date('2026-03-20T12:00:00Z');
const videos = createContentCatalogue(start).searchable(lastDay);

function parse(svg: string): Document {
  const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(drawn.querySelector('parsererror')).toBeNull();
  return drawn;
}

const withoutText = (svg: string) => svg.replace(/<text.*?<\/text>/g, '');

const withText = (text: string): Video => {
  const [video] = videos;
  if (!video) throw new Error('There is no video');
  return { ...video, thumbnail: { ...video.thumbnail, text } };
};

describe('the drawn thumbnails', () => {
  it('are well-formed and contain the words of their video', () => {
    expect(videos).toHaveLength(loadContent().videos.length);
    for (const video of videos) {
      const lines = [...parse(thumbnailSvg(video, size)).querySelectorAll('text')];
      const shown = lines.map(({ textContent }) => textContent).join(' ');
      const letters = (text: string) => text.replace(/\s/g, '');
      expect(letters(shown)).toBe(letters(video.thumbnail.text));
    }
  });

  it('all look different, even without their words', () => {
    const drawn = videos.map((video) => withoutText(thumbnailSvg(video, size)));
    expect(new Set(drawn).size).toBe(videos.length);
  });

  it('are the same for the same video', () => {
    for (const video of videos)
      expect(thumbnailSvg(video, size)).toBe(thumbnailSvg(video, size));
  });

  it('show text that looks like markup as text', () => {
    const svg = parse(thumbnailSvg(withText('<b>5 & "6"</b>'), size));
    expect(svg.querySelector('b')).toBeNull();
    expect(svg.querySelector('text')?.textContent).toContain('<b>');
  });

  it('have a motif for each name that a field allows', () => {
    expect(Object.keys(motifs).sort()).toEqual(
      Object.values(motifsByField).flat().sort(),
    );
  });
});

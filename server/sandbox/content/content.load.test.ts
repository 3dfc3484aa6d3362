import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/processes.ts';
import { findContentFolder, loadContent } from './content.ts';

it('findContentFolder finds the content from the folder of the bundle', () => {
  const root = tempDir();
  const content = join(root, 'server/sandbox/content');
  mkdirSync(content, { recursive: true });
  mkdirSync(join(root, 'dist/server'), { recursive: true });
  writeFileSync(join(content, 'channels.jsonl'), '');
  expect(findContentFolder(join(root, 'dist/server'))).toBe(content);
});

it('loadContent gives each video the field that its file is named after', () => {
  const { videos } = loadContent();
  expect(videos.find(({ id }) => id === 'dovetails-by-eye')?.field).toBe('woodworking');
});

it('loadContent names the file and the line of a record that cannot be read', () => {
  const folder = tempDir();
  writeFileSync(join(folder, 'channels.jsonl'), '{"key":"a channel without a title"}\n');
  expect(() => loadContent(folder)).toThrow(/channels\.jsonl, line 1, cannot be read/);
});

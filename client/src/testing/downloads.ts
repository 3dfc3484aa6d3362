import { vi } from 'vitest';

/** Collects the files that the page downloads from now on. */
export function catchDownloads(): File[] {
  const files: File[] = [];
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) made.push(file);
    return 'blob:test';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const [content] = made.splice(0);
    if (content) files.push(new File([content], this.download, { type: content.type }));
  });
  return files;
}

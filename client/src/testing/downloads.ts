import { vi } from 'vitest';

/** The files a page hands to the browser, with their names, from now on. */
export function catchDownloads(): File[] {
  const files: File[] = [];
  const made: BlobPart[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) made.push(file);
    return 'blob:test';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push(new File(made.splice(0), this.download));
  });
  return files;
}

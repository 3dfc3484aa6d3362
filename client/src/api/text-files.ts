import { textFileSchema } from '#shared/contracts/drafts.ts';
import { fetchJson } from './http.ts';

/**
 * Returns the text of a file in any encoding. Most are UTF-8, which the browser decodes;
 * the server detects the other encodings.
 * @throws ApiError with a sentence if the encoding cannot be detected.
 */
export async function readTextFile(file: Blob): Promise<string> {
  const text = utf8Text(await file.arrayBuffer());
  if (text !== null) return text;
  const content = { content: file, type: 'application/octet-stream' as const };
  const decoded = await fetchJson(
    '/api/text-files',
    { method: 'POST', file: content },
    textFileSchema,
  );
  return decoded.text;
}

/**
 * Returns null if the bytes are not UTF-8. Zero bytes mean UTF-16, although they are
 * valid UTF-8.
 */
function utf8Text(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

import { deepStrictEqual } from 'node:assert/strict';

/** Both addresses answer with the same JSON, or the comparison is worth nothing. */
export async function sameAnswer(
  ours: string,
  theirs: string,
  headers: Record<string, string>,
): Promise<void> {
  const [mine, peers] = await Promise.all(
    [ours, theirs].map(async (url) => (await fetch(url, { headers })).json()),
  );
  deepStrictEqual(mine, peers);
}

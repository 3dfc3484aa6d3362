const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** As many whole sentences as fit into `limit` characters; part of the first one where even that is longer. */
export function fitLength(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let fitting = '';
  for (const { segment } of segmenter.segment(text)) {
    if (fitting.length + segment.trimEnd().length > limit) break;
    fitting += segment;
  }
  const kept =
    fitting.trim() ||
    text
      .slice(0, limit - 1)
      .replace(/[\ud800-\udbff]$/, '')
      .trimEnd();
  return fitting.trim() ? kept : `${kept}…`;
}

type Granularity = 'word' | 'sentence';

const segmenters: Partial<Record<Granularity, Intl.Segmenter>> = {};

export function segmentsOf(text: string, granularity: Granularity): Intl.SegmentData[] {
  // Made at its first use: loading the language data would delay every start.
  segmenters[granularity] ??= new Intl.Segmenter(undefined, { granularity });
  return [...segmenters[granularity].segment(text)];
}

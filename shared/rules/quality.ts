export type QualityBand = 'excellent' | 'good' | 'moderate' | 'limited';

/** For a score of 0 to 100 (rule 4.8). */
export function qualityBand(score: number): QualityBand {
  if (score >= 80) return 'excellent';
  if (score >= 60) return 'good';
  if (score >= 40) return 'moderate';
  return 'limited';
}

export function outOfTen(score: number): string {
  return (score / 10).toFixed(1);
}

/** In percent with one decimal; 0 of nothing is 0. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}

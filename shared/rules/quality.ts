export type QualityBand = 'excellent' | 'good' | 'moderate' | 'limited';

/** SPEC §4, for a score of 0 to 100. */
export function qualityBand(score: number): QualityBand {
  if (score >= 80) return 'excellent';
  if (score >= 60) return 'good';
  if (score >= 40) return 'moderate';
  return 'limited';
}

/** History and analytics read the stored 0–100 as n/10 with one decimal (DESIGN §5). */
export function outOfTen(score: number): string {
  return (score / 10).toFixed(1);
}

/** A share in percent with one decimal; 0 while there is nothing to divide. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}

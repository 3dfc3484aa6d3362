export const excellentFrom = 80;
/** A draft in nobody's voice is never excellent. */
export const neutralVoiceLimit = excellentFrom - 1;

interface Scored {
  qualityScore: number;
  voiceProfileId: number | null;
}

/** A higher score tells that the profile was deleted since. */
function isNeutralVoice({ qualityScore, voiceProfileId }: Scored): boolean {
  return voiceProfileId === null && qualityScore <= neutralVoiceLimit;
}

export function neutralVoiceNote(comment: Scored): string {
  return isNeutralVoice(comment) ? ' · neutral voice' : '';
}

export type QualityBand = 'excellent' | 'good' | 'moderate' | 'limited';

export function qualityBand(score: number): QualityBand {
  if (score >= excellentFrom) return 'excellent';
  if (score >= 60) return 'good';
  if (score >= 40) return 'moderate';
  return 'limited';
}

export function outOfTen(score: number): string {
  return (score / 10).toFixed(1);
}

export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}

import type { AnalyticsOutcomes, Opening } from '#shared/contracts/analytics.ts';
import { counted, formatDate, formatNumber } from '../../lib/formats.ts';

export type Fate = keyof AnalyticsOutcomes['afterSevenDays'];

export const openingLabels: Record<Opening, string> = {
  question: 'A question',
  number: 'A number',
  statement: 'A statement',
};

const lookedAt = ({ public: seen, onlyYou, removed, unknown }: AnalyticsOutcomes['afterSevenDays']) =>
  seen + onlyYou + removed + unknown;

export function publicText(fates: AnalyticsOutcomes['afterSevenDays']): string {
  const looked = lookedAt(fates);
  if (looked === 0) return 'None of them has been looked at after 7 days yet';
  const unknown = fates.unknown > 0 ? `, ${formatNumber(fates.unknown)} unknown` : '';
  return `Public after 7 days: ${formatNumber(fates.public)} of ${formatNumber(looked)}${unknown}`;
}

export function figuresText({ count, known, readBetween }: AnalyticsOutcomes['figures']): string {
  if (!readBetween) return 'No likes and replies are known yet.';
  const [first, last] = [formatDate(readBetween.first), formatDate(readBetween.last)];
  const asOf = first === last ? `as of ${first}` : `read between ${first} and ${last}`;
  return `Likes and replies ${asOf}, known for ${formatNumber(known)} of ${counted(count, 'comment')}. Raw counts from YouTube; no score is made of them.`;
}

export const voiceText = ({ profile }: AnalyticsOutcomes['byVoice'][number]): string =>
  profile ? `${profile.name}, version ${profile.version}` : 'No profile recorded';

/** A sum of no known figure is not zero. */
export const figureText = (known: number, sum: number): string => (known === 0 ? '–' : formatNumber(sum));

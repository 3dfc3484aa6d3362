const header = 'Comment ID,Channel ID,Comment Create Timestamp,Price,Parent Comment ID,Video ID,Comment Text';
const words = 'probe node queue shard cache index latency rollout canary replica quorum ledger'.split(' ');

const text = (number: number) =>
  Array.from({ length: 30 }, (_, at) => words[(number * 7 + at * (number % 11)) % words.length]).join(' ');
const row = (number: number) =>
  `Ugx${number},UCBR8,${new Date(1.6e12 + number * 1e7).toISOString()},0,,dQw4w9WgXcQ,"{""text"":""${number} ${text(number)}""}"`;

/** A Takeout file of different comments of thirty words. */
export const takeoutFile = (rows: number): string =>
  [header, ...Array.from({ length: rows }, (_, number) => row(number))].join('\r\n');

/** "5,000" */
export const formatNumber = (value: number): string => value.toLocaleString('en-US');

/** "1 comment", "5,000 comments" */
export const counted = (count: number, unit: string): string =>
  `${formatNumber(count)} ${unit}${count === 1 ? '' : 's'}`;

/** "1 comment", "5,000 comments" */
export const counted = (count: number, unit: string): string =>
  `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`;

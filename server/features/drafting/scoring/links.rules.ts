import { findLink } from '../checks/links.rules.ts';
import type { Measured } from './measured.rules.ts';

/** Whether a comment leaves its readers where they are. */
export function linksMeasure(text: string): Measured {
  const link = findLink(text);
  return link === null
    ? { share: 1, detail: 'Sends nobody elsewhere.' }
    : { share: 0, detail: `Contains a link, contact details or a wallet: ${link}` };
}

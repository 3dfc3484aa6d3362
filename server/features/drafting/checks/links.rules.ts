import { findHandle } from './links/handle.rules.ts';
import { findPhoneNumber } from './links/phone-number.rules.ts';
import { plainSpelling } from './links/plain-spelling.rules.ts';
import { findWallet } from './links/wallet.rules.ts';
import { findWebAddress } from './links/web-address.rules.ts';

/**
 * The first thing in the text that sends its readers elsewhere, plainly spelled: a link, an address, a phone number,
 * a handle on another service, a wallet. Null where there is none.
 */
export function findLink(text: string): string | null {
  const plain = plainSpelling(text);
  return findWebAddress(plain) ?? findHandle(plain) ?? findPhoneNumber(plain) ?? findWallet(plain);
}

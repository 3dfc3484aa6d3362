import { findHandle } from './handle.rules.ts';
import { findPhoneNumber } from './phone-number.rules.ts';
import { plainSpelling } from './plain-spelling.rules.ts';
import { findWallet } from './wallet.rules.ts';
import { findWebAddress } from './web-address.rules.ts';

/** Finds links, addresses, phone numbers, handles on other services and wallets (decision 018). */
export function findLink(text: string): string | null {
  const plain = plainSpelling(text);
  return findWebAddress(plain) ?? findHandle(plain) ?? findPhoneNumber(plain) ?? findWallet(plain);
}

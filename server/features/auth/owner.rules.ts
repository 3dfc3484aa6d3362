/** With no list, the first account to sign in is the owner (DESIGN §4). */
export function isListed(email: string, ownerEmails: readonly string[]): boolean {
  return ownerEmails.length === 0 || ownerEmails.includes(email.toLowerCase());
}

/** What a look for the account's channel gave: one, none, or no answer. */
export type FoundChannel = { id: string; title: string } | null | 'unknown';

interface StoredOwner {
  googleSub: string;
  channelId: string | null;
}

/** Whether a sign-in would post as somebody else than before, which is asked first (DESIGN §4). */
export function changesChannel(stored: StoredOwner, googleSub: string, channel: FoundChannel): boolean {
  if (stored.channelId === null) return false;
  if (channel === 'unknown') return stored.googleSub !== googleSub;
  return channel?.id !== stored.channelId;
}

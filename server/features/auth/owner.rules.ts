/** Without a list the first account to sign in is the owner (rule 6.2). */
export function isListed(email: string, ownerEmails: readonly string[]): boolean {
  return ownerEmails.length === 0 || ownerEmails.includes(email.toLowerCase());
}

export type FoundChannel = { id: string; title: string } | null | 'unknown';

interface StoredOwner {
  googleSub: string;
  channelId: string | null;
}

/** True if comments would be posted as somebody else (rule 6.3). */
export function changesChannel(stored: StoredOwner, googleSub: string, channel: FoundChannel): boolean {
  if (stored.channelId === null) return false;
  if (channel === 'unknown') return stored.googleSub !== googleSub;
  return channel?.id !== stored.channelId;
}

export const openAiAddress = 'https://api.openai.com/v1';

/** Without a trailing slash, and with /v1 where no path was given; other texts stay as they are. */
export function modelAddress(text: string): string {
  const typed = text.trim();
  if (!URL.canParse(typed)) return typed;
  const { origin, pathname, search, hash, username, password } = new URL(typed);
  if (origin === 'null' || search || hash || username || password) return typed;
  return `${origin}${pathname.replace(/\/+$/, '') || '/v1'}`;
}

/** Says in words what is wrong with an address; null if it may be used (decision 021). */
export function addressProblem(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    return 'must be an address that begins with http:// or https://, like http://localhost:11434/v1';
  if (url.username || url.password) return 'must not hold a name or password; put the key in its own field';
  if (url.search || url.hash) return 'must end with its path, like /v1';
  if (url.protocol === 'http:' && !isOwnNetwork(url.hostname))
    return 'must begin with https://, because your key and your texts would cross the internet unencrypted';
  return null;
}

function isOwnNetwork(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host.includes(':')) return host === '::1' || /^f[cd]/.test(host);
  const [first = 0, second = 0] = host.split('.').map(Number);
  if (/^\d+(\.\d+){3}$/.test(host))
    return (
      first === 10 ||
      first === 127 ||
      (first === 172 && second >= 16 && second < 32) ||
      (first === 192 && second === 168) ||
      (first === 100 && second >= 64 && second < 128)
    );
  return !host.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(host);
}

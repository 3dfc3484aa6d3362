const shortestStem = 4;
const stemShare = 0.7;
const possessive = /['’]s$/;

export function sharedWords(words: readonly string[], others: ReadonlySet<string>): string[] {
  const all = [...others];
  return words.filter((word) => others.has(word) || all.some((other) => areKin(word, other)));
}

function areKin(one: string, other: string): boolean {
  if (!other.startsWith(one.slice(0, shortestStem))) return false;
  const [a, b] = [one.replace(possessive, ''), other.replace(possessive, '')];
  const shorter = Math.min(a.length, b.length);
  if (shorter < shortestStem) return false;
  const stem = Math.max(shortestStem, Math.ceil(Math.max(a.length, b.length) * stemShare));
  return stem <= shorter && a.slice(0, stem) === b.slice(0, stem);
}

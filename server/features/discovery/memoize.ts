/** The same function, which remembers what it made of the last `limit` texts. */
export function memoize<Result>(make: (text: string) => Result, limit: number): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const [oldest] = known.keys();
    if (known.size >= limit && oldest !== undefined) known.delete(oldest);
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

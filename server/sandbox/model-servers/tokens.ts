/** Counted otherwise than the app estimates, as real tokenizers do. */
export function tokensIn(text: string): number {
  let tokens = 0;
  for (const [word] of text.matchAll(
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\s]+|\n/gu,
  )) {
    if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(word)) tokens += 0.9;
    else if (/[\u0400-\u04ff]/.test(word)) tokens += word.length / 2.4;
    else tokens += Math.max(0.5, (word.length + 1) / (/[\u00c0-\u024f]/.test(word) ? 3.2 : 4.4));
  }
  return Math.ceil(tokens);
}

type Message = { role: string; content: string };

/** Drops the front until so many tokens are left: the instructions go first. */
export function cutFromFront<M extends Message>(messages: readonly M[], tokens: number): M[] {
  const kept: M[] = [];
  let left = tokens;
  for (const message of messages.toReversed()) {
    const count = tokensIn(message.content);
    const share = Math.min(1, left / count);
    if (share <= 0) break;
    const from = Math.floor(message.content.length * (1 - share));
    kept.unshift({ ...message, content: message.content.slice(from) });
    left -= count;
  }
  return kept;
}

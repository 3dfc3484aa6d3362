import sentences from './posting-reasons.json' with { type: 'json' };

export type PostingReason = keyof typeof sentences;

export function postingSentence(code: string | null): string | null {
  return code && Object.hasOwn(sentences, code) ? sentences[code as PostingReason] : null;
}

export function postingReason(code: PostingReason): string {
  return sentences[code];
}

import { type DraftStreamEvent, draftStreamEvents } from '#shared/contracts/draft-stream.ts';
import type { Browser } from './browser.ts';

const isName = (name: string): name is keyof typeof draftStreamEvents => name in draftStreamEvents;

/** Requests a streamed draft. */
export const generateStreamed = (me: Browser, body: unknown, headers: Record<string, string> = {}) =>
  me.send('/api/comments/generate', {
    method: 'POST',
    body,
    headers: { Accept: 'text/event-stream', ...headers },
  });

/** Yields the events as they arrive, each checked against its contract. */
export async function* draftEvents(response: Response): AsyncGenerator<DraftStreamEvent> {
  if (!response.body) throw new Error('An answer without a body');
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const name = lines.find((line) => line.startsWith('event: '))?.slice('event: '.length);
      const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length);
      if (name === undefined || data === undefined) continue;
      if (!isName(name)) throw new Error(`An event nobody knows: ${name}`);
      yield { name, data: draftStreamEvents[name].parse(JSON.parse(data)) } as DraftStreamEvent;
    }
  }
}

export interface SeenDraft {
  /** The text in the end, with `begun` before the first word. */
  text: string;
  /** Names of the events; successive words count as one, and waiting as none. */
  names: string[];
  /** Number of `words` events. */
  pieces: number;
  last: DraftStreamEvent | undefined;
}

export async function seenDraft(response: Response, begun = ''): Promise<SeenDraft> {
  const seen: SeenDraft = { text: begun, names: [], pieces: 0, last: undefined };
  for await (const event of draftEvents(response)) {
    if (event.name === 'words') {
      seen.text += event.data.text;
      seen.pieces += 1;
    }
    if (event.name === 'reset') seen.text = '';
    if (event.name !== 'waiting' && seen.names.at(-1) !== event.name) seen.names.push(event.name);
    seen.last = event;
  }
  return seen;
}

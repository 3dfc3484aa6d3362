import { once } from 'node:events';
import type { Response } from 'express';
import type { ModelFault } from '../faults/fault.ts';
import { type Answer, usageOf } from './answer.ts';
import type { Pace } from './pace.ts';

interface Options {
  usage: boolean;
  fault: ModelFault | null;
  pace: Pace;
}

export const streamAnswer = async (res: Response, head: object, answer: Answer, options: Options) => {
  const { usage, fault, pace } = options;
  res.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  const send = (extra: object) =>
    res.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...extra })}\n\n`);
  const choice = (delta: object, finish: string | null = null) =>
    send({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
  choice({ role: 'assistant', content: '', refusal: null });
  if (answer.refusal) choice({ refusal: answer.refusal });
  const words = answer.text.match(/\S+\s*|\s+/g) ?? [];
  const isBroken = fault?.behaviour === 'stream-cut' || fault?.behaviour === 'stream-stall';
  const last = isBroken ? (fault.words ?? Math.ceil(words.length / 2)) : words.length;
  for (const word of words.slice(0, last)) {
    choice({ content: word });
    await pace(word);
    if (res.destroyed) return;
  }
  if (fault?.behaviour === 'stream-stall') await once(res, 'close');
  if (isBroken) return void res.socket?.destroy();
  choice({}, answer.finish);
  if (usage) send({ choices: [], usage: usageOf(answer) });
  res.end('data: [DONE]\n\n');
};

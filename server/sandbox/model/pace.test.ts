import OpenAI from 'openai';
import { expect, it, onTestFinished } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import { startSandbox } from '../sandbox.ts';

const messages = [{ role: 'user' as const, content: 'Title: Redis in practice' }];

/** Answers in each way, with the time they take; none of it is waited for. */
async function writing(options: { tokensPerSecond?: number } = {}) {
  const waits: number[] = [];
  const sandbox = await startSandbox({
    dataDir: null,
    port: 0,
    clock: fakeClock(),
    wait: async (ms) => void waits.push(ms),
    ...options,
  });
  onTestFinished(() => sandbox.close());
  const openai = new OpenAI({ apiKey: 'any', baseURL: sandbox.modelBaseUrl, maxRetries: 0 });
  const waited = async (act: () => Promise<{ output: number }>) => {
    waits.length = 0;
    const { output } = await act();
    const seconds = waits.reduce((sum, ms) => sum + ms, 0) / 1_000;
    return { seconds, perSecond: output / seconds };
  };
  return {
    whole: () =>
      waited(async () => {
        const { usage } = await openai.chat.completions.create({ model: 'm', messages });
        return { output: usage?.completion_tokens ?? 0 };
      }),
    streamed: () =>
      waited(async () => {
        const stream_options = { include_usage: true };
        const stream = await openai.chat.completions.create({
          model: 'm',
          messages,
          stream: true,
          stream_options,
        });
        let output = 0;
        for await (const chunk of stream) output = chunk.usage?.completion_tokens ?? output;
        return { output };
      }),
  };
}

it('writes whole answers and streams at the same pace, 60 tokens a second without another', async () => {
  const usual = await writing();
  for (const way of [usual.whole, usual.streamed]) {
    expect((await way()).perSecond).toBeCloseTo(60, -1);
  }
  const quick = await writing({ tokensPerSecond: 120 });
  expect((await quick.whole()).perSecond).toBeCloseTo(120, -1);
});

it('waits for nothing where there is no pace', async () => {
  const { whole, streamed } = await writing({ tokensPerSecond: Number.POSITIVE_INFINITY });
  expect((await whole()).seconds).toBe(0);
  expect((await streamed()).seconds).toBe(0);
});

export class AnswerTooLong extends Error {
  constructor() {
    super('The answer was longer than 8 MB.');
    this.name = 'AnswerTooLong';
  }
}

const mostBytes = 8_000_000;

/** Follows no redirect, which could carry key and prompts elsewhere, and ends an answer without end. */
export const limitedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (!response.body) return response;
  let bytes = 0;
  const limited = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > mostBytes) controller.error(new AnswerTooLong());
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(limited, response);
};

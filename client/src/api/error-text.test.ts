import { describe, expect, it } from 'vitest';
import { createFakeServer, problem } from '../testing/fake-server.ts';
import { errorText } from './error-text.ts';
import { fetchNothing } from './http.ts';

const told = (answer: () => Response) => {
  createFakeServer().on('GET /api/stats', answer);
  return fetchNothing('/api/stats', {}).then(
    () => 'no error',
    (error: unknown) => errorText(error, 'Failed to load'),
  );
};

describe('the text of an error', () => {
  it.each([
    ['the detail of a problem', () => problem(503, 'away', 'Away for a moment.'), 'Away for a moment.'],
    [
      'any other body, with its status',
      () => new Response('Bad gateway', { status: 502 }),
      '502: Bad gateway',
    ],
    [
      'the fallback where the server said nothing',
      () => new Response(null, { status: 500 }),
      'Failed to load',
    ],
  ])('is %s', async (_, answer, text) => {
    expect(await told(answer)).toBe(text);
  });

  it('is the message of another error, and the fallback for anything else', () => {
    expect(errorText(new Error('Broken'), 'Failed to load')).toBe('Broken');
    expect(errorText('thrown', 'Failed to load')).toBe('Failed to load');
  });
});

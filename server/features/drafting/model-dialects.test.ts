import { describe, expect, it } from 'vitest';
import {
  answerWith,
  comment,
  dialectDrafts,
  good,
} from '../../testing/dialect-answers.ts';
import {
  chunk,
  inBytes,
  ollamaLines,
  piecesOf,
  streamed,
  streamOf,
  whole,
} from '../../testing/model-wire.ts';
import type { ScriptedAnswer } from '../../testing/scripted-model.ts';

const { draftFrom, expectAtOnce } = dialectDrafts();

describe('an answer in malformed or wrapped JSON (wire W7)', () => {
  const rest = '"sources": [], "nothingToAdd": ""';

  it.each<[string, string, string?]>([
    [
      'a raw line end',
      `{"comment": "First line.\nSecond line of it.", ${rest}}`,
      'First line.\nSecond line of it.',
    ],
    ['a raw tab', `{"comment": "Use a\ttab.", ${rest}}`, 'Use a\ttab.'],
    [
      'backslashes that escape nothing',
      `{"comment": "The pattern \\d+ matches C:\\path\\x too.", ${rest}}`,
      'The pattern \\d+ matches C:\\path\\x too.',
    ],
    [
      'escapes of other languages',
      `{"comment": "It\\'s snake\\_case here.", ${rest}}`,
      "It's snake_case here.",
    ],
    ['an extra comma', good.replace(/\}$/, ',}')],
    ['a missing comma', `{"comment": "${comment}" ${rest}}`],
    [
      'a code fence and words around it',
      `Sure! Here you go:\n\`\`\`json\n${good}\n\`\`\`\nLet me know.`,
    ],
    ['an extra open brace', `{\n\n${good}\n\n  `],
    ['a list with one element', `[${good}]`],
    ['an object named for the schema', `{"comment_draft": ${good}}`],
    ['a schema around it', `{"type":"object","properties": ${good}}`],
    ['a result member around it', `{"status": "ok", "result": ${good}}`],
    ['a response member with a list around it', `{"response": [${good}]}`],
    [
      'a tool call in text',
      `<tool_call>{"name": "comment_draft", "arguments": ${good}}</tool_call>`,
    ],
    ['two envelopes', `{"data": {"output": ${good}}}`],
    [
      'the schema repeated before it',
      `{"type": "object", "properties": {"comment": {"type": "string"}}}\n${good}`,
    ],
    ['an empty object after it', `${good}\n{}`],
    [
      'Python constants and an unknown member',
      `{"comment": "${comment}", "sources": None, "isSure": True}`,
    ],
    [
      'an extra comma and an unknown member',
      `{"comment": "${comment}", "sources": [], "rating": 80,}`,
    ],
    [
      'comments and an unknown member',
      `{"comment": "${comment}", /* how sure */ "rating": 80} // done`,
    ],
    ['a byte order mark', `\ufeff${good}`],
    ['a fence of tildes', `~~~json5\n${good}\n~~~`],
    ['an assignment', `const answer = ${good};`],
    ['no-break spaces between its members', good.replaceAll(',"', ',\u00a0"')],
    [
      'half a surrogate pair',
      `{"comment": "Ok \\ud83d done.", ${rest}}`,
      'Ok \ufffd done.',
    ],
  ])(
    'is shown as it comes and stored without a second request: %s',
    async (_, text, expected) => {
      await expectAtOnce(streamed(text), expected);
    },
  );

  it.each<[string, string, string?]>([
    ['single quotation marks', `{'comment': '${comment}', 'sources': []}`],
    [
      'an apostrophe within single quotation marks',
      "{'comment': 'It's the users' own probe that fails.', 'sources': []}",
      "It's the users' own probe that fails.",
    ],
    ['typographic quotation marks', `{“comment”: “${comment}”, “sources”: []}`],
    ['member names without quotation marks', `{comment: "${comment}", sources: []}`],
    ['JSON within a string', JSON.stringify({ response: good })],
    [
      'a quotation that is not escaped',
      `{"comment": "They call it "ready" before it is.", ${rest}}`,
      'They call it "ready" before it is.',
    ],
    [
      'one quotation mark that is not escaped',
      `{"comment": "A 5" disk is enough for it.", ${rest}}`,
      'A 5" disk is enough for it.',
    ],
    ['comments', `{"comment": "${comment}", // the comment\n "sources": []}`],
    ['backticks', `{"comment": \`${comment}\`, "sources": []}`],
  ])(
    'is repaired and stored without a second request: %s',
    async (_, text, expected = comment) => {
      const { stored, shown, calls } = await draftFrom([streamed(text)]);
      expect(stored).toEqual([expected]);
      expect(shown).toBe(expected);
      expect(calls).toBe(1);
    },
  );

  it.each([
    `{"Comment": "${comment}", "Sources": [], "Nothing_To_Add": ""}`,
    `{"COMMENT": "${comment}", "sources": []}`,
  ])(
    'is stored without a second request when its member names have another spelling: %s',
    async (text) => {
      const { stored, calls } = await draftFrom([streamed(text)]);
      expect(stored).toEqual([comment]);
      expect(calls).toBe(1);
    },
  );

  it.each([
    `{"comment": "${comment}"`,
    `{"comment": "${comment}", "sources": [{"sentence": "a"`,
  ])(
    'is stored although its last brackets are missing in both answers: %s',
    async (text) => {
      const { stored, calls } = await draftFrom([streamed(text)]);
      expect(stored).toEqual([comment]);
      expect(calls).toBe(2);
    },
  );

  it.each([
    `{"comment": "She asked: "why?" and left.", ${rest}}`,
    "{'comment': 'He said 'yes', then left', 'sources': []}",
    '{"comment": """In\nthree.""", "sources": []}',
  ])(
    'is requested again when a repair would cut the comment at a quotation mark: %s',
    async (text) => {
      const { stored, calls } = await draftFrom([streamed(text), streamed(good)]);
      expect(stored).toEqual([comment]);
      expect(calls).toBe(2);
    },
  );

  it.each([
    `{"comment": "Use {braces}`,
    "{'comment': 'Use {braces}",
    '{"comment": "Half of a sen',
  ])('is not stored when its comment is cut off: %s', async (text) => {
    const { stored, problem } = await draftFrom([streamed(text)]);
    expect(stored).toEqual([]);
    expect(problem).toMatchObject({ code: 'model_bad_answer' });
  });
});

describe('characters that are split between two chunks', () => {
  const text = 'Использовать пробы — хорошо 👩‍💻, и дальше по тексту.';

  it('are read completely in an event stream', () =>
    expectAtOnce(inBytes(streamed(answerWith(text)), 7), text));

  it('are read completely in Ollama’s lines', () => {
    const lines = ollamaLines(piecesOf(answerWith(text)).map((content) => ({ content })));
    return expectAtOnce(inBytes(lines, 7), text, { isOllama: true });
  });
});

describe('the finish reason of an answer (wire W7)', () => {
  const cut = good.slice(0, 40);

  it.each([
    'length',
    'max_tokens',
    'MAX_TOKENS',
    'model_length',
    'max_output_tokens',
    'max_new_tokens',
    'max-tokens',
    'FINISH_REASON_MAX_TOKENS',
    'MaxTokens',
    'token_limit',
    'limit',
    'truncated',
    'max_length',
    'TOKEN_LIMIT_REACHED',
    'exceeded_max_new_tokens',
    'context_window_exceeded',
  ])('leads to a second request with a higher limit: %s', async (finish) => {
    const { stored, sent } = await draftFrom([streamed(cut, { finish }), streamed(good)]);
    expect(stored).toEqual([comment]);
    expect(sent[1]?.['max_tokens']).toBe(2 * Number(sent[0]?.['max_tokens']));
  });

  it('leads to a second request with a higher limit: Ollama’s done_reason', async () => {
    const script = [
      ollamaLines([{ content: cut }], { done_reason: 'length' }),
      ollamaLines([{ content: good }]),
    ];
    const { stored, sent } = await draftFrom(script, { isOllama: true });
    expect(stored).toEqual([comment]);
    expect(
      sent.map(({ options }) => (options as { num_predict: number }).num_predict),
    ).toEqual([3500, 7000]);
  });

  it.each<[string, ScriptedAnswer]>([
    ['null', streamed(good, { finish: null })],
    [
      'empty in each chunk',
      streamOf(
        ...piecesOf(good).map((content) => chunk({ content }, '')),
        chunk({}, 'stop'),
      ),
    ],
    ['empty at the end', streamed(good, { finish: '' })],
    ['null in a body', whole({ content: good }, null)],
    ['a token’s name', streamed(good, { finish: 'eos_token' })],
    [
      'missing, without a last event',
      {
        text: piecesOf(good)
          .map((content) => chunk({ content }))
          .join(''),
        headers: { 'content-type': 'text/event-stream' },
      },
    ],
  ])('is not an error by itself: %s', async (_, answer) => {
    await expectAtOnce(answer);
  });

  it('leads to one more request when it is missing and the answer contains no JSON', async () => {
    const { stored, calls } = await draftFrom([
      streamed('Here is my comment.', { finish: null }),
      streamed(good),
    ]);
    expect(stored).toEqual([comment]);
    expect(calls).toBe(2);
  });
});

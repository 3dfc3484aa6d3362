import { describe, expect, it } from 'vitest';
import {
  chunk,
  event,
  inBytes,
  ollamaLines,
  piecesOf,
  streamed,
  streamOf,
  whole,
} from '../../testing/model-wire.ts';
import { type ScriptedOptions, scriptedDrafts } from '../../testing/scripted-drafts.ts';
import type { ScriptedAnswer } from '../../testing/scripted-model.ts';

/** Checks what is shown, stored and reported when servers answer in unusual ways. */
const { draftFrom } = scriptedDrafts();

const comment = 'Readiness probes that call the database take every pod down at once.';
const discarded =
  'A first try that is quite a lot longer than what I will say in the end, and full of words nobody needs.';
const answerWith = (text: string) => JSON.stringify({ comment: text, sources: [], nothingToAdd: '' });
const good = answerWith(comment);
const bad = answerWith(discarded);

/** Expects the words to be shown and stored unchanged, without a second call. */
async function expectAtOnce(answer: ScriptedAnswer, expected = comment, options: ScriptedOptions = {}) {
  const { names, shown, stored, calls } = await draftFrom([answer], options);
  expect(names.filter((name) => name !== 'judged')).toEqual(['words', 'done']);
  expect(shown).toBe(expected);
  expect(stored).toEqual([expected]);
  expect(calls).toBe(1);
}

describe('thoughts around the answer (rule 8.19)', () => {
  it.each<[string, string]>([
    [
      'channels',
      `<|channel|>analysis<|message|>Maybe ${bad} but shorter.<|end|><|start|>assistant<|channel|>final<|message|>${good}`,
    ],
    ['[THINK]', `[THINK]Maybe ${bad} but shorter.[/THINK]${good}`],
    ['<thinking>', `<thinking>Maybe ${bad} but shorter.</thinking>\n${good}`],
    ['<thought>', `<thought>\nMaybe ${bad}\n</thought>\n\n${good}`],
    ['<reasoning>', `<reasoning>${bad}</reasoning>\`\`\`json\n${good}\n\`\`\``],
    [
      'begin and end tokens',
      `<|begin_of_thought|>${bad}<|end_of_thought|>\n<|begin_of_solution|>${good}<|end_of_solution|>`,
    ],
    ['<seed:think>', `<seed:think>${bad}</seed:think>${good}`],
    [
      'tokens in capitals',
      `<|START_THINKING|>${bad}<|END_THINKING|><|START_RESPONSE|>${good}<|END_RESPONSE|>`,
    ],
    ['a tag with an attribute', `<think lang="en">${bad}</think>${good}`],
    ['triangles', `◁think▷${bad}◁/think▷${good}`],
    ['channels without their tokens', `analysisWe need a comment, short and plain.assistantfinal${good}`],
    ['a channel without pipes', `<|channel>thought\n${bad}<channel|>${good}`],
    ['a start tag after the answer, without an end tag', `${good}\n<think>Or ${bad}`],
    ['several pairs of tags', `<think>${bad}</think>\n<think>no, ${bad}</think>${good}`],
    ['<internal_monologue>', `<internal_monologue>${bad}</internal_monologue>\n${good}`],
    ['[THINKING]', `[THINKING]${bad}[/THINKING]\n${good}`],
    ['escaped tags', `&lt;think&gt;${bad}&lt;/think&gt;\n${good}`],
    ['<scratchpad> and <answer>', `<scratchpad>${bad}</scratchpad><answer>${good}</answer>`],
    [
      'an end tag without a start tag, and a box around the answer',
      `Short. </think>\n<|begin_of_box|>${good}<|end_of_box|>`,
    ],
    [
      'tags that the thoughts mention as well',
      `<think>A <think> tag, </think> and ${bad} in it</think>${good}`,
    ],
  ])('are neither shown nor stored when they are marked by %s', async (_, text) => {
    const { shown, stored, names, calls } = await draftFrom([streamed(text)]);
    expect(stored).toEqual([comment]);
    expect(shown).toBe(comment);
    expect(names).not.toContain('reset');
    expect(calls).toBe(1);
  });

  it('are neither shown nor stored when only their end is marked', async () => {
    const { stored, shown } = await draftFrom([streamed(`Maybe ${bad} but shorter.</think>\n${good}`)]);
    expect(stored).toEqual([comment]);
    expect(shown).toBe(comment);
  });

  it('are ignored in favour of the last answer, even when an earlier one is longer', async () => {
    const { stored } = await draftFrom([streamed(`First: ${bad} No, better: ${good}`)]);
    expect(stored).toEqual([comment]);
  });

  it('are read as the answer when they contain the only one', async () => {
    const text = `<|start|>assistant<|channel|>analysis<|message|>${good}<|end|>`;
    const { stored, calls } = await draftFrom([streamed(text)]);
    expect(stored).toEqual([comment]);
    expect(calls).toBe(1);
  });

  it('do not mark the model as thinking when they are empty', async () => {
    const { stored, learned } = await draftFrom([streamed(`<think>\n\n</think>\n\n${good}`)]);
    expect(stored).toEqual([comment]);
    expect(learned).toEqual([]);
  });

  it('give no draft when they never end and end in words', async () => {
    const { stored, shown, problem } = await draftFrom([streamed(`<thinking>Maybe ${bad}, or not.`)]);
    expect(stored).toEqual([]);
    expect(shown).toBe('');
    expect(problem).toMatchObject({ code: 'model_bad_answer' });
  });

  it.each([
    'Put it in <reasoning> tags, not in [THINK] ones.',
    'The <|channel|>final<|message|> token leaks </thought> here.',
  ])('are not removed from a comment that mentions their marks: %s', (text) =>
    expectAtOnce(streamed(answerWith(text)), text),
  );
});

describe('an answer in another member (wire W7)', () => {
  const inTool = (argument: string) => ({
    tool_calls: [{ index: 0, function: { name: 'comment_draft', arguments: argument } }],
  });

  it.each<[string, ScriptedAnswer, ScriptedOptions?]>([
    ['reasoning_content', streamed(good, { deltaOf: (reasoning_content) => ({ reasoning_content }) })],
    ['reasoning without a stream', whole({ content: null, reasoning: good })],
    [
      'reasoning beside content of white space',
      streamOf(chunk({ content: '\n\n' }), chunk({ reasoning: good }), chunk({}, 'stop')),
    ],
    [
      'Ollama’s thinking',
      ollamaLines(piecesOf(good).map((thinking) => ({ content: '', thinking }))),
      { isOllama: true },
    ],
    [
      'reasoning_details',
      whole({ content: '', reasoning_details: [{ type: 'reasoning.text', text: good }] }),
    ],
    ['a list of text parts', streamed(good, { deltaOf: (text) => ({ content: [{ type: 'text', text }] }) })],
    [
      'a list that begins with a thought',
      streamOf(
        chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: bad }] }] }),
        ...piecesOf(good).map((content) => chunk({ content })),
        chunk({}, 'stop'),
      ),
    ],
    ['a list of parts without a stream', whole({ content: [{ type: 'output_text', text: good }] })],
    [
      'a tool’s arguments',
      streamOf(
        chunk(inTool('')),
        ...piecesOf(good).map((each) => chunk(inTool(each))),
        chunk({}, 'tool_calls'),
      ),
    ],
    [
      'a tool’s arguments beside prose',
      streamOf(
        chunk({ content: 'I use the tool {now}.' }),
        ...piecesOf(good).map((each) => chunk(inTool(each))),
        chunk({}, 'tool_calls'),
      ),
    ],
    [
      'a tool’s arguments as an object',
      whole({ content: null, tool_calls: [{ function: { name: 'x', arguments: JSON.parse(good) } }] }),
    ],
    [
      'the arguments of Ollama’s tool call',
      ollamaLines([{ content: '', tool_calls: [{ function: { name: 'x', arguments: JSON.parse(good) } }] }]),
      { isOllama: true },
    ],
    [
      'function_call',
      streamed(good, { deltaOf: (text) => ({ function_call: { name: 'x', arguments: text } }) }),
    ],
    [
      'a message in a stream',
      streamOf(event({ choices: [{ message: { content: good }, finish_reason: 'stop' }] })),
    ],
    ['text', streamOf(...piecesOf(good).map((text) => event({ choices: [{ text }] })))],
    ['parsed', whole({ content: null, parsed: JSON.parse(good) })],
    [
      'the part after a reasoning part with a summary',
      whole({
        content: [
          { type: 'reasoning', summary: [{ type: 'summary_text', text: bad }] },
          { type: 'output_text', text: good },
        ],
      }),
    ],
    [
      'the part beside one that is marked as a thought',
      streamed(good, { deltaOf: (text) => ({ content: [{ text: 'Hm.', thought: true }, { text }] }) }),
    ],
  ])('is read at once from %s', async (_, answer, options) => {
    await expectAtOnce(answer, comment, options);
  });

  it('does not mark the model as thinking when the server took the answer for thoughts', async () => {
    const { learned } = await draftFrom([whole({ content: '', reasoning_content: good })]);
    expect(learned).toEqual([]);
  });

  it('is not read from thoughts that were cut off at the limit', async () => {
    const { stored } = await draftFrom([whole({ content: '', reasoning_content: `Hm. ${bad}` }, 'length')]);
    expect(stored).toEqual([]);
  });
});

describe('an error within a successful response (wire W7)', () => {
  const quota = 'model_quota';
  const key = 'model_misconfigured';
  const busy = 'model_unavailable';
  const inStream = (error: unknown, more: object = {}) => streamOf({ id: 'x', choices: [], ...more, error });

  it.each<[string, ScriptedAnswer, { code: string; words: string; calls: number }]>([
    [
      '402 in a stream',
      streamOf(': OPENROUTER PROCESSING\n\n', {
        choices: [{ delta: { content: '' }, finish_reason: 'error' }],
        error: { code: 402, message: 'm' },
      }),
      { code: quota, words: 'credit', calls: 1 },
    ],
    [
      '429 in a stream',
      inStream({ code: 429, message: 'Rate limit exceeded: free-models-per-day' }),
      { code: busy, words: 'busy', calls: 3 },
    ],
    [
      '401 in a stream',
      inStream({ code: 401, message: 'No auth credentials found' }),
      { code: key, words: 'API key', calls: 1 },
    ],
    [
      '402 in a body',
      { json: { error: { message: 'Insufficient credits', code: 402 }, user_id: 'u' } },
      { code: quota, words: 'credit', calls: 1 },
    ],
    [
      'rate_limit_exceeded',
      inStream({ code: 'rate_limit_exceeded', message: 'm' }),
      { code: busy, words: 'busy', calls: 3 },
    ],
    [
      'insufficient_quota',
      { json: { error: { code: 'insufficient_quota', message: 'm' } } },
      { code: quota, words: 'credit', calls: 1 },
    ],
    [
      'invalid_api_key',
      inStream({ code: 'invalid_api_key', message: 'm' }),
      { code: key, words: 'API key', calls: 1 },
    ],
    [
      'overloaded',
      inStream({ type: 'overloaded_error', message: 'm' }),
      { code: busy, words: 'did not answer', calls: 3 },
    ],
    ['a code in digits', inStream({ code: '402', message: 'm' }), { code: quota, words: 'credit', calls: 1 }],
    [
      'a message without a code',
      { json: { error: 'Invalid API key provided' } },
      { code: key, words: 'API key', calls: 1 },
    ],
    [
      'a list of one error',
      { json: [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'm' } }] },
      { code: busy, words: 'busy', calls: 3 },
    ],
    [
      'an error without a wrapping',
      { json: { object: 'error', message: 'm', code: 401 } },
      { code: key, words: 'API key', calls: 1 },
    ],
    ['a detail', { json: { detail: 'Unauthorized' } }, { code: key, words: 'API key', calls: 1 }],
    [
      'a list of errors',
      { json: { success: false, errors: [{ code: 10000, message: 'Authentication error' }] } },
      { code: key, words: 'API key', calls: 1 },
    ],
    [
      'an error of the choice',
      streamOf({ choices: [{ delta: {}, error: { code: 402, message: 'm' } }] }),
      { code: quota, words: 'credit', calls: 1 },
    ],
    [
      'an event in plain words',
      {
        text: 'event: error\ndata: 503 Service Unavailable\n\n',
        headers: { 'content-type': 'text/event-stream' },
      },
      { code: busy, words: 'did not answer', calls: 3 },
    ],
    [
      'a path that LM Studio does not know',
      { json: { error: 'Unexpected endpoint or method. (POST /chat/completions)' } },
      { code: key, words: 'not a language model server', calls: 1 },
    ],
    [
      'no such model',
      { json: { error: { code: 'model_not_found', message: 'm' } } },
      { code: key, words: 'this model', calls: 1 },
    ],
    ['a message alone', { json: { message: 'Unauthorized' } }, { code: key, words: 'API key', calls: 1 }],
    [
      'a message with success false',
      { json: { success: false, message: 'Invalid API key' } },
      { code: key, words: 'API key', calls: 1 },
    ],
    [
      'an error that is true',
      { json: { error: true, message: 'Rate limit exceeded' } },
      { code: busy, words: 'busy', calls: 3 },
    ],
    [
      'a statusCode',
      { json: { statusCode: 429, message: 'Try again in 20 seconds.' } },
      { code: busy, words: 'busy', calls: 3 },
    ],
    [
      'a code as a word',
      { json: { code: 'InvalidApiKey', message: 'm' } },
      { code: key, words: 'API key', calls: 1 },
    ],
    [
      'a base_resp',
      { json: { choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } } },
      { code: quota, words: 'credit', calls: 1 },
    ],
    [
      'a list of details',
      { json: { detail: [{ loc: ['body', 'model'], msg: 'Model not found' }] } },
      { code: key, words: 'this model', calls: 1 },
    ],
  ])('is reported like the status that it stands for: %s', async (_, answer, { code, words, calls }) => {
    const told = await draftFrom([answer]);
    expect(told.problem).toMatchObject({ code, detail: expect.stringContaining(words) });
    expect(told.calls).toBe(calls);
    expect(told.stored).toEqual([]);
  });

  it.each([
    ['rate_limit_exceeded', busy, 'busy'],
    ['insufficient_quota', quota, 'credit'],
    [401, key, 'API key'],
  ])(
    'with the code %s after the first words ends the draft and keeps those words',
    async (errorCode, code, words) => {
      const begun = piecesOf(good)
        .slice(0, 4)
        .map((content) => chunk({ content }));
      const { problem, shown, calls } = await draftFrom([
        streamOf(...begun, { error: { code: errorCode, message: 'm' } }),
      ]);
      expect(problem).toMatchObject({ code, detail: expect.stringContaining(words) });
      expect(comment.startsWith(shown)).toBe(true);
      expect(shown).not.toBe('');
      expect(calls).toBe(1);
    },
  );

  it('in Ollama’s stream is reported', async () => {
    const answer = {
      text: `${JSON.stringify({ error: 'too many requests, try again later' })}\n`,
      headers: { 'content-type': 'application/x-ndjson' },
    };
    const { problem } = await draftFrom([answer], { isOllama: true });
    expect(problem).toMatchObject({ code: busy, detail: expect.stringContaining('busy') });
  });
});

describe('an error with a status, in any body (wire W7)', () => {
  const status = (code: number, json: unknown): ScriptedAnswer => ({ status: code, json });
  const misconfigured = 'model_misconfigured';
  const away = 'model_unavailable';

  it.each<[string, ScriptedAnswer, { code: string; words: string; calls: number }]>([
    [
      'a detail',
      status(401, { detail: 'Unauthorized' }),
      { code: misconfigured, words: 'API key', calls: 1 },
    ],
    [
      'a message',
      status(404, { message: 'The model `llama` does not exist.' }),
      { code: misconfigured, words: 'this model', calls: 1 },
    ],
    [
      'LM Studio without a loaded model',
      status(400, { error: 'No models loaded. Please load a model in the developer page.' }),
      { code: misconfigured, words: 'has not loaded it', calls: 1 },
    ],
    [
      'LM Studio’s crashed model',
      status(400, { error: 'The model has crashed without additional information. (Exit code: null)' }),
      { code: away, words: 'did not answer', calls: 3 },
    ],
    [
      'Gemini’s list',
      status(400, [{ error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }]),
      { code: misconfigured, words: 'API key', calls: 1 },
    ],
    ['plain text', { status: 429, text: 'Too Many Requests' }, { code: away, words: 'busy', calls: 3 }],
  ])('is reported by its cause: %s', async (_, answer, { code, words, calls }) => {
    const told = await draftFrom([answer]);
    expect(told.problem).toMatchObject({ code, detail: expect.stringContaining(words) });
    expect(told.calls).toBe(calls);
  });

  it.each<[string, ScriptedAnswer]>([
    [
      'vLLM with xgrammar',
      status(400, {
        error: { message: 'The provided JSON schema contains features not supported by xgrammar.' },
      }),
    ],
    ['vLLM with guidance', status(400, { message: 'Grammar error: Unimplemented keys', code: 400 })],
    ['vLLM’s 500', status(500, { error: { message: 'Failed to convert the grammar from JSON schema' } })],
    ['llama.cpp', status(400, { error: { code: 400, message: 'Failed to parse grammar' } })],
    [
      'a validator',
      status(422, { detail: [{ loc: ['body', 'response_format', 'type'], msg: 'Input should be text' }] }),
    ],
  ])('about the schema leads to a second request with the schema in words: %s', async (_, refusal) => {
    const { stored, sent } = await draftFrom([refusal, streamed(good)]);
    expect(stored).toEqual([comment]);
    expect(sent.map((body) => 'response_format' in body)).toEqual([true, false]);
    expect(JSON.stringify(sent[1]?.['messages'])).toContain('The JSON Schema of the answer');
  });
});

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
    ['a code fence and words around it', `Sure! Here you go:\n\`\`\`json\n${good}\n\`\`\`\nLet me know.`],
    ['an extra open brace', `{\n\n${good}\n\n  `],
    ['a list with one element', `[${good}]`],
    ['an object named for the schema', `{"comment_draft": ${good}}`],
    ['a schema around it', `{"type":"object","properties": ${good}}`],
    ['a result member around it', `{"status": "ok", "result": ${good}}`],
    ['a response member with a list around it', `{"response": [${good}]}`],
    ['a tool call in text', `<tool_call>{"name": "comment_draft", "arguments": ${good}}</tool_call>`],
    ['two envelopes', `{"data": {"output": ${good}}}`],
    [
      'the schema repeated before it',
      `{"type": "object", "properties": {"comment": {"type": "string"}}}\n${good}`,
    ],
    ['an empty object after it', `${good}\n{}`],
    ['Python constants and an unknown member', `{"comment": "${comment}", "sources": None, "isSure": True}`],
    ['an extra comma and an unknown member', `{"comment": "${comment}", "sources": [], "rating": 80,}`],
    ['comments and an unknown member', `{"comment": "${comment}", /* how sure */ "rating": 80} // done`],
    ['a byte order mark', `\ufeff${good}`],
    ['a fence of tildes', `~~~json5\n${good}\n~~~`],
    ['an assignment', `const answer = ${good};`],
    ['no-break spaces between its members', good.replaceAll(',"', ',\u00a0"')],
    ['half a surrogate pair', `{"comment": "Ok \\ud83d done.", ${rest}}`, 'Ok \ufffd done.'],
  ])('is shown as it comes and stored without a second request: %s', async (_, text, expected) => {
    await expectAtOnce(streamed(text), expected);
  });

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
  ])('is repaired and stored without a second request: %s', async (_, text, expected = comment) => {
    const { stored, shown, calls } = await draftFrom([streamed(text)]);
    expect(stored).toEqual([expected]);
    expect(shown).toBe(expected);
    expect(calls).toBe(1);
  });

  it.each([
    `{"Comment": "${comment}", "Sources": [], "Nothing_To_Add": ""}`,
    `{"COMMENT": "${comment}", "sources": []}`,
  ])('is stored without a second request when its member names have another spelling: %s', async (text) => {
    const { stored, calls } = await draftFrom([streamed(text)]);
    expect(stored).toEqual([comment]);
    expect(calls).toBe(1);
  });

  it.each([`{"comment": "${comment}"`, `{"comment": "${comment}", "sources": [{"sentence": "a"`])(
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
  ])('is requested again when a repair would cut the comment at a quotation mark: %s', async (text) => {
    const { stored, calls } = await draftFrom([streamed(text), streamed(good)]);
    expect(stored).toEqual([comment]);
    expect(calls).toBe(2);
  });

  it.each([`{"comment": "Use {braces}`, "{'comment': 'Use {braces}", '{"comment": "Half of a sen'])(
    'is not stored when its comment is cut off: %s',
    async (text) => {
      const { stored, problem } = await draftFrom([streamed(text)]);
      expect(stored).toEqual([]);
      expect(problem).toMatchObject({ code: 'model_bad_answer' });
    },
  );
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
    expect(sent.map(({ options }) => (options as { num_predict: number }).num_predict)).toEqual([3500, 7000]);
  });

  it.each<[string, ScriptedAnswer]>([
    ['null', streamed(good, { finish: null })],
    [
      'empty in each chunk',
      streamOf(...piecesOf(good).map((content) => chunk({ content }, '')), chunk({}, 'stop')),
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

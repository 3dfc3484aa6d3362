import { describe, expect, it } from 'vitest';
import {
  chunk,
  event,
  eventStream,
  ollamaLines,
  piecesOf,
  streamed,
  whole,
} from '../../testing/model-wire.ts';
import { scriptedDrafts } from '../../testing/scripted-drafts.ts';
import {
  failed,
  type ScriptedAnswer,
  scriptedModel,
} from '../../testing/scripted-model.ts';

/**
 * Checks drafts that need a second request, and how that request differs from the first.
 */
const { draftFrom, draftWith, nextVideo } = scriptedDrafts();

const comment = 'Readiness probes that call the database take every pod down at once.';
const other =
  'Surge settings decide how many pods a rollout may start before it stops an old one.';
const answerWith = (text: string) =>
  JSON.stringify({ comment: text, sources: [], nothingToAdd: '' });
const good = answerWith(comment);
const prose = 'I would say that probes are often misused.';

type Sent = Awaited<ReturnType<typeof draftFrom>>['sent'];
const messagesOf = (sent: Sent, at: number) =>
  sent[at]?.['messages'] as { role: string; content: string }[];
const rolesOf = (sent: Sent) =>
  sent.map((_, at) => messagesOf(sent, at).map(({ role }) => role));
const schemaInWords = 'The JSON Schema of the answer';

describe('a second request to the model (rule 8.23)', () => {
  it('lets Ollama think, and has the schema in words, when the first answer was not JSON', async () => {
    const script = [ollamaLines([{ content: prose }]), ollamaLines([{ content: good }])];
    const { stored, sent } = await draftFrom(script, { isOllama: true });
    expect(stored).toEqual([comment]);
    expect(sent.map((body) => body['think'])).toEqual([false, undefined]);
    expect(sent.map((body) => 'format' in body)).toEqual([true, true]);
    expect(messagesOf(sent, 0)[0]?.content).not.toContain(schemaInWords);
    expect(messagesOf(sent, 1)[0]?.content).toContain(schemaInWords);
  });

  it.each([
    ['thoughts only', { content: '', thinking: 'Hm, a short comment about probes.' }],
    ['Markdown', { content: '**Comment:** Probes are often misused.' }],
    ['XML', { content: '<comment>Probes are often misused.</comment>' }],
    ['a list in prose', { content: '1. Probes are often misused.\n2. Rollouts wait.' }],
  ])('lets Ollama think after %s', async (_, message) => {
    const script = [ollamaLines([message]), ollamaLines([{ content: good }])];
    const { stored, sent } = await draftFrom(script, { isOllama: true });
    expect(stored).toEqual([comment]);
    expect(sent.map((body) => body['think'])).toEqual([false, undefined]);
    expect(messagesOf(sent, 1)[0]?.content).toContain(schemaInWords);
  });

  it('is not needed for the next draft of the same model, which may think at once', async () => {
    const script = [
      ollamaLines([{ content: prose }]),
      ollamaLines([{ content: good }]),
      ollamaLines([{ content: answerWith(other) }]),
    ];
    const scripted = await scriptedModel(script, { isOllama: true });
    await draftWith(scripted);
    await nextVideo();
    const { stored, sent, learned } = await draftWith(scripted);
    expect(stored).toContain(other);
    expect(sent.map((body) => body['think'])).toEqual([false, undefined, undefined]);
    expect(learned.at(-1)).toMatchObject({ needsThinking: true });
  });

  it('does not let Ollama think when the first answer was JSON of another form', async () => {
    const script = [
      ollamaLines([{ content: '{"text": "Probes"}' }]),
      ollamaLines([{ content: good }]),
    ];
    const { stored, sent, learned } = await draftFrom(script, { isOllama: true });
    expect(stored).toEqual([comment]);
    expect(sent.map((body) => body['think'])).toEqual([false, false]);
    expect(learned).toEqual([]);
  });

  it('leaves out options that had no effect, on servers other than Ollama', async () => {
    const thinking = {
      members: { chat_template_kwargs: { enable_thinking: false } },
      system: ' /no_think',
      isOff: true,
    };
    const { stored, sent } = await draftFrom([streamed(prose), streamed(good)], {
      found: { thinking },
    });
    expect(stored).toEqual([comment]);
    expect(
      sent.map((body) => ['response_format' in body, 'chat_template_kwargs' in body]),
    ).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(messagesOf(sent, 1)[0]?.content).toContain(schemaInWords);
  });

  it('contains no empty message after an empty answer', async () => {
    const { stored, sent } = await draftFrom([whole({ content: '' }), streamed(good)]);
    expect(stored).toEqual([comment]);
    expect(rolesOf(sent)).toEqual([
      ['system', 'user'],
      ['system', 'user'],
    ]);
    expect(sent[1]).not.toEqual(sent[0]);
  });

  it('has no schema when white space filled the first answer up to the limit', async () => {
    const { stored, sent } = await draftFrom([
      streamed(' \n'.repeat(300), { finish: 'length' }),
      streamed(good),
    ]);
    expect(stored).toEqual([comment]);
    expect(sent.map((body) => 'response_format' in body)).toEqual([true, false]);
  });

  it('asks for a short answer when the limit cut the first one and the server accepts no limit of ours', async () => {
    const refusal = failed(400, {
      message: "Unsupported parameter: 'max_tokens'",
      param: 'max_tokens',
    });
    const cut = streamed(good.slice(0, 40), { finish: 'length' });
    const { stored, sent } = await draftFrom([refusal, cut, streamed(good)]);
    expect(stored).toEqual([comment]);
    expect(sent.map((body) => 'max_tokens' in body)).toEqual([true, false, false]);
    expect(messagesOf(sent, 1).at(-1)?.content).not.toContain('Write a short one');
    expect(messagesOf(sent, 2).at(-1)?.content).toContain('Write a short one');
  });

  it.each([
    ['think', '"llama3" does not support thinking'],
    ['format', 'failed to load model vocabulary required for format'],
  ])('leaves out the option that Ollama refuses: %s', async (option, message) => {
    const refusal = failed(option === 'think' ? 400 : 500, message);
    const { stored, sent } = await draftFrom(
      [refusal, ollamaLines([{ content: good }])],
      { isOllama: true },
    );
    expect(stored).toEqual([comment]);
    expect(sent.map((body) => option in body)).toEqual([true, false]);
  });
});

describe('a template without a system role (rule 8.23)', () => {
  it.each<[string, ScriptedAnswer]>([
    [
      'vLLM’s 400',
      {
        status: 400,
        json: {
          object: 'error',
          message: 'System role not supported',
          type: 'BadRequestError',
          code: 400,
        },
      },
    ],
    [
      'llama.cpp’s 500',
      failed(500, {
        code: 500,
        message:
          'After the optional system message, conversation roles must alternate user and assistant roles',
      }),
    ],
    [
      'Mistral’s template',
      failed(400, { message: 'Only user and assistant roles are supported!' }),
    ],
    [
      'Google’s Gemma',
      failed(400, {
        code: 400,
        message: 'Developer instruction is not enabled for models/gemma-3-27b-it',
        status: 'INVALID_ARGUMENT',
      }),
    ],
    [
      'an error within a stream',
      {
        text: event({
          error: {
            message: 'Jinja Exception: System messages are not supported by this model',
          },
        }),
        headers: eventStream,
      },
    ],
    [
      'a bare string',
      failed(
        400,
        'Error rendering prompt with jinja template: "Conversation roles must alternate user/assistant/user/assistant/..."',
      ),
    ],
    [
      'text-generation-inference',
      failed(400, {
        message:
          'Template error: invalid operation: System role not supported (in <string>:1)',
      }),
    ],
    ['a detail', { status: 400, json: { detail: 'Invalid role: system' } }],
    [
      'a name in quotation marks',
      failed(400, {
        message:
          "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
      }),
    ],
    [
      'a rule for the first message',
      failed(400, { message: 'first message must use the user role' }),
    ],
    [
      'a list of details',
      {
        status: 422,
        json: {
          detail: [
            {
              loc: ['body', 'messages', 0, 'role'],
              msg: "value is not a valid enumeration member; permitted: 'user', 'assistant'",
            },
          ],
        },
      },
    ],
    [
      'a validator',
      failed(422, {
        message:
          "messages.0.role: Input should be 'user' or 'assistant'; unexpected role 'system'",
      }),
    ],
  ])(
    'leads to instructions in the user message, now and from then on: %s',
    async (_, refusal) => {
      const scripted = await scriptedModel([
        refusal,
        streamed(good),
        streamed(answerWith(other)),
      ]);
      await draftWith(scripted);
      await nextVideo();
      const { stored, sent, learned } = await draftWith(scripted);
      expect(stored.toSorted()).toEqual([comment, other].toSorted());
      expect(rolesOf(sent)).toEqual([['system', 'user'], ['user'], ['user']]);
      const [system, user] = messagesOf(sent, 0);
      expect(messagesOf(sent, 1)[0]?.content).toBe(
        `${system?.content}\n\n${user?.content}`,
      );
      expect(learned).toMatchObject([{ withoutSystemRole: true }]);
    },
  );

  it.each([[400], [500]])(
    'is reported after two requests when the server refuses this as well (HTTP %i)',
    async (status) => {
      const { problem, calls, learned } = await draftFrom([
        failed(status, { message: 'conversation roles must alternate' }),
      ]);
      expect(problem).toMatchObject({ code: 'model_misconfigured' });
      expect(calls).toBe(2);
      expect(learned).toEqual([]);
    },
  );
});

describe('a server that keeps the connection open (rule 8.20)', () => {
  const patience = { firstMs: 300, furtherMs: 300 };
  const everyMs = 60;
  const answer = [
    ...piecesOf(good).map((content) => chunk({ content })),
    chunk({}, 'stop'),
    'data: [DONE]\n\n',
  ];
  /**
   * Signs before the answer: longer than the timeout for silence, but within the limit of
   * signs without text.
   */
  const waiting = 10;

  it.each([
    ['OpenRouter’s comments', ': OPENROUTER PROCESSING\n\n'],
    ['other comments', ': PROCESSING\n\n'],
    ['empty events', 'data:\n\n'],
    ['events of another name', 'event: ping\ndata: {}\n\n'],
    ['bare comments', ':\n\n'],
    ['comments with the line ends of Windows', ': keep-alive\r\n\r\n'],
    ['events without choices', 'data: {"id":"x","choices":[]}\n\n'],
    ['events that say what goes on', 'data: {"message":"Processing"}\n\n'],
    ['comments cut in two', ': PROC'],
  ])('is waited for when it sends %s', async (_, sign) => {
    const signs = Array.from({ length: waiting }, () => sign);
    if (sign.endsWith('PROC')) signs.push('\n\n');
    const script = [{ pieces: [...signs, ...answer], everyMs, headers: eventStream }];
    const { stored, calls } = await draftFrom(script, { patience });
    expect(stored).toEqual([comment]);
    expect(calls).toBe(1);
  });

  it('is waited for when it sends white space before a whole answer', async () => {
    const body = JSON.stringify({
      choices: [{ message: { content: good }, finish_reason: 'stop' }],
    });
    const pieces = [...Array.from({ length: waiting }, () => '  \n'), body];
    const script = [{ pieces, everyMs, headers: { 'content-type': 'application/json' } }];
    expect((await draftFrom(script, { patience })).stored).toEqual([comment]);
  });

  it('is waited for as long as a silent server after an event without words', async () => {
    const pieces = [
      chunk({ role: 'assistant', content: '' }),
      '',
      '',
      '',
      '',
      answer.join(''),
    ];
    const script = [{ pieces, everyMs: 100, headers: eventStream }];
    const { stored } = await draftFrom(script, {
      patience: { firstMs: 3000, furtherMs: 250 },
    });
    expect(stored).toEqual([comment]);
  });

  it('is given up in the end when it sends nothing else', async () => {
    const pieces = Array.from({ length: 100 }, () => ': PROCESSING\n\n');
    const { problem } = await draftFrom([{ pieces, everyMs: 10, headers: eventStream }], {
      patience: { firstMs: 100, furtherMs: 100 },
    });
    expect(problem).toMatchObject({
      detail: expect.stringContaining('said nothing for too long'),
    });
  });

  it('is given up when it falls silent', async () => {
    const pieces = [': PROCESSING\n\n', ...answer];
    const { problem } = await draftFrom(
      [{ pieces, everyMs: 400, headers: eventStream }],
      { patience },
    );
    expect(problem).toMatchObject({
      detail: expect.stringContaining('said nothing for too long'),
    });
  });
});

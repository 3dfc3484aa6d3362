import { cleanup, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftWhy } from '#shared/contracts/drafts.ts';
import { createDraftServer, openGenerateDialog } from '../testing/discover-screen.tsx';
import {
  aComment,
  aFoundVideo,
  anAlternative,
  anAnalysis,
} from '../testing/factories.ts';
import {
  aDraftStream,
  brokenOff,
  type FakeServer,
  problem,
} from '../testing/fake-server.ts';
import { aModel } from '../testing/fake-settings.ts';
import { expectFacts, expectNotice, press } from '../testing/page.ts';

const video = aFoundVideo({ id: 7, title: 'Probes that lie' });
const drafted = aComment({ id: 70, video, content: 'A drafted text.' });
const answer = {
  comment: drafted,
  analysis: anAnalysis(),
  alternatives: [
    anAlternative('A second one.', 'the cost'),
    anAlternative('A third one.', 'a question'),
  ],
};

let server: FakeServer;
let stream: ReturnType<typeof aDraftStream>;

beforeEach(() => {
  stream = aDraftStream();
  server = createDraftServer(drafted).on('POST /api/comments/generate', stream.answer);
});

const writing = () => openGenerateDialog(video);

/** Starts a draft and waits until its first words have arrived. */
async function begin(words: string) {
  const page = writing();
  await page.generate();
  stream.words(words);
  await waitFor(() => expect(page.text).toHaveValue(words));
  return page;
}

it('names the model', async () => {
  server.on('GET /api/model-settings', aModel({ model: 'qwen3:8b' }));
  const { dialog } = writing();
  expect(await dialog.findByText('by qwen3:8b')).toBeInTheDocument();
});

it.each([
  ['ollama', 1],
  ['other', 1],
  ['openai', 0],
] as const)('preloads a local model once: %s (rule 8.20)', async (kind, times) => {
  server
    .on('GET /api/model-settings', aModel({ model: 'qwen3:8b', kind }))
    .on('POST /api/model-settings/load', new Response(null, { status: 204 }));
  const { dialog, generate } = writing();
  await dialog.findByText('by qwen3:8b');
  await generate();
  expect(server.sent('POST /api/model-settings/load')).toHaveLength(times);
});

describe('a streamed draft', () => {
  it('appears word by word in the editor', async () => {
    const { text } = await begin('A draf');
    stream.words('ted text.');
    await waitFor(() => expect(text).toHaveValue('A drafted text.'));
  });

  it('is read-only until it is complete', async () => {
    const { text, dialog } = await begin('A draf');
    expect(text).toHaveAttribute('readonly');
    stream.send({ name: 'done', data: answer });
    expect(
      await dialog.findByRole('button', { name: 'Generate Again' }),
    ).toBeInTheDocument();
    expect(text).not.toHaveAttribute('readonly');
  });

  it('shows what the model is doing until the first word arrives (rule 8.20)', async () => {
    const { dialog, text, generate } = writing();
    await generate();
    stream.send({ name: 'waiting', data: { name: 'loading', tokens: null } });
    expect(await dialog.findByText('Loading the model…')).toBeInTheDocument();
    stream.send({ name: 'waiting', data: { name: 'reading', tokens: 7012 } });
    expect(await dialog.findByText('Reading 7,012 tokens…')).toBeInTheDocument();
    stream.send({ name: 'waiting', data: { name: 'thinking', tokens: null } });
    expect(await dialog.findByText('Thinking…')).toBeInTheDocument();
    stream.words('A draf');
    await waitFor(() => expect(text).toHaveValue('A draf'));
    expect(dialog.queryByText('Thinking…')).not.toBeInTheDocument();
  });

  it('keeps the connection open until the second reading has arrived', async () => {
    const cancel = vi.fn();
    stream = aDraftStream(cancel);
    server.on('POST /api/comments/generate', stream.answer);
    const { dialog, generate } = writing();
    await generate();
    stream.send({ name: 'done', data: answer });
    await dialog.findByRole('button', { name: 'Generate Again' });
    expect(cancel).not.toHaveBeenCalled();
    stream.send({ name: 'judged', data: answer });
    await expect.poll(() => cancel.mock.calls.length).toBe(1);
  });

  it('is replaced when a better draft follows', async () => {
    const { text, dialog } = await begin('Great video!');
    stream.send({ name: 'reset', data: { reason: 'Empty praise.' } });
    stream.words('A drafted text.');
    await waitFor(() => expect(text).toHaveValue('A drafted text.'));
    expect(dialog.getByText('Empty praise.')).toBeInTheDocument();
  });

  describe('after a reload in the middle', () => {
    const words = 'A dr'.repeat(600);

    async function reload() {
      await begin(words);
      const kept = { ...window.localStorage };
      cleanup();
      // A reload does not unmount components, so undo what `cleanup` removed.
      Object.assign(window.localStorage, kept);
      return writing();
    }

    it('is kept (rule 2.11)', async () => {
      const { text, dialog } = await reload();
      expect(text).toHaveValue(words);
      expect(
        dialog.getByText(/The page was reloaded .* The text so far is kept\./),
      ).toBeInTheDocument();
    });

    it('can be continued, with no more than the longest draft allowed (rule 5.2)', async () => {
      const { dialog } = await reload();
      await press('Continue Draft', dialog);
      expect(server.sent('POST /api/comments/generate').at(-1)).toMatchObject({
        begun: words.slice(0, 2000),
      });
    });
  });

  it('can be stopped before its first word', async () => {
    const { text, dialog, generate } = writing();
    await generate();
    await press('Stop', dialog);
    expect(
      await dialog.findByText('You stopped the draft. Nothing was written yet.'),
    ).toBeInTheDocument();
    expect(text).toHaveValue('');
    expect(
      dialog.queryByRole('button', { name: 'Continue Draft' }),
    ).not.toBeInTheDocument();
  });

  it.each([
    [
      'the model stops answering',
      () =>
        stream.send({
          name: 'problem',
          data: {
            status: 503,
            code: 'model_unavailable',
            detail: 'The model went silent.',
          },
        }),
      /The model went silent\. The text so far is kept\./,
    ],
    [
      'the network is cut',
      () => stream.cut(),
      /The connection was interrupted\. The text so far is kept\./,
    ],
  ])('is kept when %s (rule 2.20)', async (_, happens, sentence) => {
    const { text, dialog } = await begin('A dr');
    happens();
    expect(await dialog.findByText(sentence)).toBeInTheDocument();
    expect(text).toHaveValue('A dr');
    expect(dialog.getByRole('button', { name: 'Continue Draft' })).toBeInTheDocument();
  });

  it('is removed when a comment was drafted elsewhere first (rule 8.3)', async () => {
    const { text, dialog } = await begin('A dr');
    const detail = 'A comment for this video already exists.';
    stream.send({
      name: 'problem',
      data: { status: 409, code: 'comment_exists', detail },
    });
    await expectNotice(
      'Comment Already Exists',
      /^A comment has already been generated for this video\./,
    );
    expect(text).toHaveValue('');
    expect(
      dialog.queryByRole('button', { name: 'Continue Draft' }),
    ).not.toBeInTheDocument();
  });

  it('stops when the dialog is closed', async () => {
    const { dialog } = await begin('A dr');
    await press('Cancel', dialog);
    await waitFor(() => expect(server.aborted).toEqual(['POST /api/comments/generate']));
  });
});

it('keeps the offered drafts when a pick is refused', async () => {
  server.on('POST /api/comments/:id/pick', problem(503, 'database_unavailable', 'Away.'));
  const { dialog, generate, text } = writing();
  await generate();
  stream.send({ name: 'done', data: answer });
  await press(/^Draft 2/, dialog);
  await expectNotice('Failed to pick this draft', 'Away.');
  expect(text).toHaveValue('A drafted text.');
  expect(dialog.getByRole('button', { name: /^Draft 1/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

describe('“Why this draft”', () => {
  const why: DraftWhy = {
    promptVersion: '3',
    parts: [{ name: 'Voice', text: 'You write as a platform engineer.' }],
    profile: { id: 1, name: 'Platform engineer', version: 4 },
    examples: [
      { kind: 'own', id: 5, text: 'We drain the node first.' },
      { kind: 'marked', id: 7, text: 'So it was.' },
      { kind: 'approved', id: 6, text: 'It is.' },
    ],
    rules: [{ id: 2, text: 'No exclamation marks' }],
    model: 'test-model',
    tokens: { input: 1204, output: 310 },
    costUsd: 0.00123,
  };

  const record = (written: DraftWhy | null) => ({
    why: written,
    alternatives: [],
    previousTexts: [],
    material: null,
  });

  beforeEach(() => {
    server.on('GET /api/comments/:id/draft', record(why));
  });

  /** Drafts, and opens “Why this draft”. */
  async function openWhy() {
    const { dialog, user, generate } = writing();
    await generate();
    stream.send({ name: 'done', data: answer });
    await user.click(await dialog.findByText('Why this draft'));
    return dialog;
  }

  it('is loaded only when it is opened', async () => {
    const { dialog, user, generate } = writing();
    await generate();
    stream.send({ name: 'done', data: answer });
    const summary = await dialog.findByText('Why this draft');
    expect(server.sent('GET /api/comments/:id/draft')).toHaveLength(0);
    await user.click(summary);
    await dialog.findByText('Platform engineer, version 4');
  });

  it('says that it could not be loaded', async () => {
    server.on('GET /api/comments/:id/draft', brokenOff);
    const dialog = await openWhy();
    expect(
      await dialog.findByText('Failed to load how this draft was made'),
    ).toBeInTheDocument();
  });

  it('says that the draft is older than such records', async () => {
    server.on('GET /api/comments/:id/draft', record(null));
    const dialog = await openWhy();
    expect(
      await dialog.findByText('This draft was made before such records were kept.'),
    ).toBeInTheDocument();
  });

  it('shows the profile, the model, its cost and the rules', async () => {
    const dialog = await openWhy();
    expect(await dialog.findByText('Platform engineer, version 4')).toBeInTheDocument();
    expectFacts(
      {
        Model: 'test-model',
        Cost: 'About $0.0012',
        Prompt: 'Version 3',
        'Rules it kept to': 'No exclamation marks',
      },
      dialog,
    );
  });

  it('shows the examples of your voice, and where each is from', async () => {
    const dialog = await openWhy();
    const examples = (
      await dialog.findByRole('heading', { name: 'Examples of your voice' })
    ).nextElementSibling;
    for (const words of [
      'Your own: We drain the node first.',
      'You chose to learn from: So it was.',
      'You approved: It is.',
    ])
      expect(examples).toHaveTextContent(words);
  });

  it('shows what the model was told', async () => {
    const dialog = await openWhy();
    expect(
      await dialog.findByRole('heading', { name: 'What the model was told' }),
    ).toBeInTheDocument();
    expect(dialog.getByText('You write as a platform engineer.')).toBeInTheDocument();
  });

  it('says what is missing', async () => {
    const bare = {
      ...why,
      profile: null,
      examples: [],
      rules: [],
      tokens: null,
      costUsd: null,
    };
    server.on('GET /api/comments/:id/draft', record(bare));
    const dialog = await openWhy();
    expect(
      await dialog.findByText('A neutral voice, without a profile'),
    ).toBeInTheDocument();
    expectFacts(
      {
        Cost: 'Not known',
        'Rules it kept to': 'None were set',
        'Examples of your voice': 'None that fit',
      },
      dialog,
    );
  });
});

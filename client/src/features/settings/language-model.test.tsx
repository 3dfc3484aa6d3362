import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeServer, held, json, problem } from '../../testing/fake-server.ts';
import {
  aModel,
  createFakeSettings,
  type FakeSettings,
} from '../../testing/fake-settings.ts';
import { expectFacts, expectNotice, press, select } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { LanguageModel } from './language-model.tsx';

let state: FakeSettings;
let server: FakeServer;

beforeEach(() => {
  state = createFakeSettings();
  server = state.server;
});

const open = () => renderPage(<LanguageModel />);

async function openForm() {
  const page = open();
  await press('Change Model');
  return page;
}

const field = (label: string) => screen.getByLabelText(label);
const fixedBy = { baseUrl: null, key: null, model: null };

it.each([
  [aModel(), 'Drafts come from qwen3:8b at Ollama.', 'Change Model'],
  [
    aModel({ model: '/models/qwen3-8b.gguf' }),
    /^Drafts come from qwen3-8b\.gguf at /,
    'Change Model',
  ],
  [
    aModel({ kind: 'other', baseUrl: 'https://models.example.com/v1' }),
    'Drafts come from qwen3:8b at models.example.com.',
    'Change Model',
  ],
  [
    aModel({ source: 'sandbox', model: 'prepared draft (sandbox)' }),
    'The sandbox uses prepared drafts. Connect a model of your own for real ones.',
    'Connect Yours',
  ],
])(
  'names the model in use and keeps the form closed (rule 8.7)',
  async (model, words, button) => {
    state.model = model;
    open();
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: button })).toBeInTheDocument();
    expect(screen.queryByLabelText('Model')).not.toBeInTheDocument();
  },
);

describe('without a connected model', () => {
  beforeEach(() => {
    state.model = aModel({ source: 'none', kind: 'other', baseUrl: '', model: '' });
  });

  async function saveOpenAi() {
    const saved = aModel({
      kind: 'openai',
      baseUrl: 'https://api.openai.com/v1',
      model: 'gpt-6-luna',
      hasKey: true,
    });
    server.on('PUT /api/model-settings', () => {
      state.model = saved;
      return json(saved);
    });
    const { user } = open();
    await user.type(await screen.findByLabelText('API key'), 'sk-mine');
    await press('Save Model');
    await expectNotice('Success', 'Settings updated successfully');
  }

  it('opens the form for OpenAI', async () => {
    open();
    expect(await screen.findByText(/^No model is connected yet/)).toBeInTheDocument();
    expect(field('Server')).toHaveDisplayValue('OpenAI');
    expect(screen.queryByLabelText('Address')).not.toBeInTheDocument();
    expect(field('Model')).toHaveValue('gpt-6-luna');
  });

  it('asks for the key of OpenAI before saving', async () => {
    open();
    await press('Save Model');
    expect(await screen.findByText('OpenAI needs an API key')).toBeInTheDocument();
    expect(field('API key')).toHaveAttribute('aria-invalid', 'true');
  });

  it('hides a typed key, and does not keep it in the browser (rule 6.5)', async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText('API key'), 'sk-mine');
    expect(field('API key')).toHaveAttribute('type', 'password');
    expect(JSON.stringify(localStorage)).not.toContain('sk-mine');
  });

  it('connects OpenAI with a key', async () => {
    await saveOpenAi();
    expect(server.sent('PUT /api/model-settings')).toEqual([
      { kind: 'openai', key: 'sk-mine', model: 'gpt-6-luna' },
    ]);
    expect(
      await screen.findByText('Drafts come from gpt-6-luna at OpenAI.'),
    ).toBeInTheDocument();
  });

  it('shows afterwards only that a key is stored', async () => {
    await saveOpenAi();
    await press('Change Model');
    expect(field('API key')).toHaveValue('');
    expect(field('API key')).toHaveAttribute('placeholder', 'A key is stored');
  });
});

describe('a form with a bad address and without a model', () => {
  async function trySaving() {
    const { user } = await openForm();
    await select('Server', 'Another OpenAI-compatible server');
    expect(field('Address')).toHaveValue('');
    await user.type(field('Address'), 'http://models.example.com/v1');
    await press('Save Model');
  }

  it('shows each error next to its field, and is not sent', async () => {
    await trySaving();
    expect(
      await screen.findByText(/^The address must begin with https:/),
    ).toBeInTheDocument();
    expect(screen.getByText('Choose a model')).toBeInTheDocument();
    expect(server.sent('PUT /api/model-settings')).toEqual([]);
  });

  it('is discarded by Cancel', async () => {
    await trySaving();
    await press('Cancel');
    expect(localStorage.getItem('chime-in.model-draft')).toBeNull();
  });
});

describe('a server that is found on this machine', () => {
  const refusal = 'The language model’s server refused the API key.';

  async function useFound() {
    const found = {
      kind: 'lm_studio',
      baseUrl: 'http://localhost:1234/v1',
      models: ['phi-4'],
    };
    server
      .on('POST /api/model-settings/find', [found])
      .on(
        'POST /api/model-settings/models',
        problem(503, 'model_misconfigured', refusal),
      );
    await openForm();
    await press('Find on This Machine');
    await press('Use LM Studio (1 model)');
  }

  it('fills the form', async () => {
    await useFound();
    expect(field('Server')).toHaveDisplayValue('LM Studio');
    expect(field('Address')).toHaveValue('http://localhost:1234/v1');
    expect(field('Model')).toHaveValue('phi-4');
  });

  it('says why its models cannot be listed', async () => {
    await useFound();
    await press('List Models');
    expect(await screen.findByText(refusal)).toBeInTheDocument();
  });
});

it('does not send a typed key to a different server (rule 6.5)', async () => {
  state.model = aModel({ source: 'none', kind: 'other', baseUrl: '', model: '' });
  server.on('POST /api/model-settings/models', { models: [] });
  const { user } = open();
  await user.type(await screen.findByLabelText('API key'), 'sk-mine');
  await select('Server', 'Ollama');
  await press('List Models');
  expect(server.sent('POST /api/model-settings/models')).toEqual([
    { kind: 'ollama', baseUrl: 'http://localhost:11434/v1' },
  ]);
});

describe('the test of the model', () => {
  const result = {
    model: 'qwen3:8b',
    text: 'We capped reviews at 200 lines.',
    milliseconds: 2_340,
    server: 'Ollama 0.12.6',
    window: 8192,
    possibleWindow: 40_960,
    thinking: 'off',
    structured: true,
    streaming: true,
    firstWordMs: 900,
    wordsPerSecond: 11.24,
    transcriptMinutes: 14,
    shortfalls: ['It holds 8,192 tokens: raise “Largest window”.'],
  };

  async function testModel(answer: Parameters<FakeServer['on']>[1]) {
    server.on('POST /api/model-settings/test', answer);
    await openForm();
    await press('Test');
  }

  it('disables its button while it runs', async () => {
    const answer = held(result);
    await testModel(answer.answer);
    expect(await screen.findByRole('button', { name: 'Testing…' })).toBeDisabled();
    answer.release();
    expect(await screen.findByRole('button', { name: 'Test' })).toBeEnabled();
  });

  it('shows a real draft, and how long it took (rule 8.8)', async () => {
    await testModel(result);
    expect(await screen.findByText('We capped reviews at 200 lines.')).toHaveClass(
      'font-voice',
    );
    expect(screen.getByText(/made in 2\.3 s/)).toBeInTheDocument();
  });

  it('shows what the server supports (rule 8.8)', async () => {
    await testModel(result);
    await screen.findByText('We capped reviews at 200 lines.');
    expectFacts({
      Server: 'Ollama 0.12.6',
      Window: '8,192 tokens loaded, 40,960 possible',
      'Longest transcript': '14 minutes of talk',
      'Reasons first': 'Switched off',
      'Structured answers': 'Yes',
      'First word after': '0.9 s',
      'Words a second': '11.2',
    });
  });

  it('says what falls short', async () => {
    await testModel(result);
    const list = within(await screen.findByRole('list', { name: 'What falls short' }));
    expect(list.getByRole('listitem')).toHaveTextContent(
      'It holds 8,192 tokens: raise “Largest window”.',
    );
  });

  it('says why the model could not be tested', async () => {
    await testModel(problem(503, 'model_unavailable', 'Nothing answers.'));
    expect(await screen.findByText('Nothing answers.')).toBeInTheDocument();
  });
});

describe('fields set by the environment', () => {
  it('are read-only and name their environment variable', async () => {
    state.model = aModel({
      source: 'environment',
      hasKey: true,
      fixedBy: {
        baseUrl: 'OPENAI_BASE_URL',
        key: 'OPENAI_API_KEY',
        model: 'OPENAI_MODEL',
      },
    });
    await openForm();
    for (const [label, variable] of [
      ['Address', 'OPENAI_BASE_URL'],
      ['API key (optional)', 'OPENAI_API_KEY'],
      ['Model', 'OPENAI_MODEL'],
    ] as const) {
      expect(field(label)).toHaveAttribute('readonly');
      expect(
        screen.getByText(new RegExp(`^Set by ${variable} in this server’s environment`)),
      ).toBeVisible();
    }
    expect(field('Server')).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Save Model' })).toBeDisabled();
    expect(
      screen.queryByRole('button', { name: 'Disconnect Model' }),
    ).not.toBeInTheDocument();
  });
});

describe('window and thinking', () => {
  async function openWindow() {
    server.on('PUT /api/model-settings', () => json(state.model));
    const { user } = await openForm();
    await user.click(screen.getByText('Window and thinking'));
    return user;
  }

  it('are sent only if they were changed', async () => {
    const user = await openWindow();
    await user.type(field('Context window'), '12000');
    await select('Reasoning model', 'Yes');
    await press('Save Model');
    await expectNotice('Success', 'Settings updated successfully');
    expect(server.sent('PUT /api/model-settings')).toEqual([
      {
        kind: 'ollama',
        baseUrl: 'http://localhost:11434/v1',
        model: 'qwen3:8b',
        contextWindow: 12_000,
        thinksFirst: true,
      },
    ]);
  });

  it('need a window of 1,024 tokens or more', async () => {
    const user = await openWindow();
    await user.type(field('Context window'), '12');
    await press('Save Model');
    expect(
      await screen.findByText('Give a number of tokens, 1,024 or more'),
    ).toBeInTheDocument();
    expect(server.sent('PUT /api/model-settings')).toEqual([]);
  });
});

describe('facts learned from the model’s responses (rule 8.18)', () => {
  const seen = {
    namedWindow: 4096,
    hasThought: true,
    withoutSystemRole: true,
    needsThinking: true,
  };
  const learned =
    /its server named a window of 4,096 tokens; it thinks before it answers; it takes no system message, so the instructions go into the user message; it answers in the right form only when it may think\./;

  it('are shown only for the model in use', async () => {
    state.model = aModel({ seen });
    const { user } = await openForm();
    expect(screen.getByText(learned)).toBeVisible();
    await user.type(field('Model'), '-other');
    expect(screen.queryByText(learned)).not.toBeInTheDocument();
  });

  it('are deleted by the Forget button', async () => {
    state.model = aModel({ seen });
    server.on('DELETE /api/model-settings/learned', () => {
      state.model = aModel();
      return new Response(null, { status: 204 });
    });
    await openForm();
    await press('Forget');
    await waitFor(() => expect(screen.queryByText(learned)).not.toBeInTheDocument());
    expect(server.sent('DELETE /api/model-settings/learned')).toHaveLength(1);
  });
});

it('disconnects the model', async () => {
  server.on('DELETE /api/model-settings', () => {
    state.model = aModel({ source: 'sandbox', fixedBy });
    return new Response(null, { status: 204 });
  });
  await openForm();
  await press('Disconnect Model', within(screen.getByRole('form')));
  await waitFor(() =>
    expect(
      screen.getByText(/Connect a model of your own for real ones\.$/),
    ).toBeInTheDocument(),
  );
  expect(screen.queryByLabelText('Model')).not.toBeInTheDocument();
});

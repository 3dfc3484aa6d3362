import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SentenceSource } from '#shared/contracts/comment-detail.ts';
import { sandboxModelName } from '#shared/contracts/settings.ts';
import { aComment, anAnalysis } from '../testing/factories.ts';
import { createFakeServer } from '../testing/fake-server.ts';
import { renderPage } from '../testing/render.tsx';
import { PreparedNote } from './prepared-note.tsx';

const text =
  'The retry budget matters more than the timeout, since one slow shard eats both.';
const shortened = 'The retry budget matters more than the timeout.';
const other = 'Who owns the dashboard once the migration is over?';
const wish = 'The sandbox uses prepared drafts. A language model would work this in.';
const profile =
  'The sandbox uses prepared drafts. A language model would keep to your rules.';
const anyNote = /The sandbox uses prepared drafts/;

const change = (present: string, wish: string) =>
  `Write another version of this comment.\nPresent version: ${JSON.stringify(present)}\n${wish}`;

interface Case {
  parts?: Record<string, string>;
  content?: string;
  model?: string;
  source?: SentenceSource['kind'];
  isAnother?: boolean;
}

async function show(given: Case) {
  const {
    parts = {},
    content = text,
    model = sandboxModelName,
    source = 'none',
    isAnother = false,
  } = given;
  const server = createFakeServer().on('GET /api/comments/:id/draft', {
    why: {
      promptVersion: '8',
      parts: Object.entries(parts).map(([name, told]) => ({ name, text: told })),
      profile: null,
      examples: [],
      rules: [],
      model,
      tokens: null,
      costUsd: null,
    },
    alternatives: [],
    previousTexts: [],
    material: null,
  });
  const sentences = [
    { text: content, source: { kind: source, quote: null, at: null }, unsupported: [] },
  ];
  const comment = aComment({
    id: 7,
    model,
    content,
    generatedContent: content,
    analysis: anAnalysis({ sentences }),
  });
  renderPage(<PreparedNote comment={comment} isAnother={isAnother} />, '/');
  if (model === sandboxModelName)
    await waitFor(() => expect(server.calls).toHaveLength(1));
  return server;
}

it.each<[string, Case]>([
  ['a point', { parts: { 'Your point': 'Budgets' } }],
  ['the dislike of an earlier draft', { isAnother: true }],
  ['notes', { parts: { Notes: 'We lost a shard.' } }],
  ['a transcript that the draft does not use', { parts: { Transcript: '[0:00] so' } }],
  ['a free wish', { parts: { Change: change(text, '\nTheir own wish: "Funnier"') } }],
  [
    'a button that gave another draft',
    { parts: { Change: change(other, 'Change: Shorter.') } },
  ],
])(
  'says that a language model would take %s into account (rule 1.8)',
  async (_, given) => {
    await show(given);
    expect(await screen.findByText(wish)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Connect a model' })).toHaveAttribute(
      'href',
      '/settings?tab=general',
    );
  },
);

it.each<[string, Case]>([
  ['rules from edits', { parts: { 'Rules from your edits': '- Keep it short.' } }],
  [
    'instructions of their own, such as another language',
    {
      parts: {
        'Voice profile':
          '## Their own instructions (they win over the general rules on style, length and language)\nWrite in German.',
      },
    },
  ],
])(
  'says that a language model would keep to %s of the voice profile (rule 1.8)',
  async (_, given) => {
    await show(given);
    expect(await screen.findByText(profile)).toBeInTheDocument();
  },
);

it.each<[string, Case]>([
  ['of which nothing was asked', {}],
  [
    'that uses the transcript',
    { parts: { Transcript: '[0:00] so' }, source: 'transcript' },
  ],
  [
    'that was shortened as asked',
    { parts: { Change: change(text, 'Change: Shorter.') }, content: shortened },
  ],
  [
    'that asks instead',
    { parts: { Change: change(text, 'Change: Ask instead.') }, content: other },
  ],
  ['of a language model', { parts: { 'Your point': 'Budgets' }, model: 'gpt-6-luna' }],
])('says nothing under a draft %s', async (_, given) => {
  await show(given);
  expect(screen.queryByText(anyNote)).not.toBeInTheDocument();
});

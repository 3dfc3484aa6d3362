import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aComment } from '../../testing/factories.ts';
import {
  brokenOff,
  createFakeServer,
  type FakeServer,
} from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render.tsx';
import { DraftChecksLine, EarlierVersions } from './draft-record.tsx';

let server: FakeServer;
const replaced = (content: string, day: number) => ({
  content,
  style: 'supportive' as const,
  replacedAt: `2026-11-${day}T10:30:00.000Z`,
});

beforeEach(() => {
  server = createFakeServer().on('GET /api/comments/:id/draft', {
    why: null,
    alternatives: [],
    material: null,
    previousTexts: [replaced('The first text.', 10), replaced('The second text.', 11)],
  });
});

it('lists replaced texts newest first, and loads them when opened (rule 8.3)', async () => {
  const { user } = renderPage(
    <EarlierVersions comment={aComment({ id: 7, previousTextCount: 2 })} />,
    '/',
  );
  expect(server.calls).toEqual([]);
  await user.click(screen.getByText('Earlier versions (2)'));
  const list = within(await screen.findByRole('list', { name: 'Earlier versions' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Supportive & EncouragingReplaced Nov 11, 2026, 10:30 AMThe second text.',
    'Supportive & EncouragingReplaced Nov 10, 2026, 10:30 AMThe first text.',
  ]);
  expect(server.calls.map(({ path }) => path)).toEqual(['/api/comments/7/draft']);
});

it('shows an error when the texts could not be loaded', async () => {
  server.on('GET /api/comments/:id/draft', brokenOff);
  const { user } = renderPage(
    <EarlierVersions comment={aComment({ previousTextCount: 1 })} />,
    '/',
  );
  await user.click(screen.getByText('Earlier versions (1)'));
  expect(
    await screen.findByText('Failed to load the earlier versions'),
  ).toBeInTheDocument();
});

it('lists only checks that ran, failed ones first (rule 2.13)', () => {
  const check = (name: 'links' | 'length' | 'repetition', passed = true) => ({
    name,
    passed,
    detail: '',
  });
  const shown = (...checks: ReturnType<typeof check>[]) => {
    const { unmount } = renderPage(<DraftChecksLine checks={checks} />, '/');
    const words = screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
    unmount();
    return words;
  };
  expect(shown(check('length'), check('links'), check('repetition'))).toEqual([
    'No links',
    'Unlike your earlier comments',
  ]);
  expect(shown(check('length'), check('links'))).toEqual(['No links']);
  expect(shown(check('links'), check('repetition', false))).toEqual([
    'Not passed: Earlier comments',
  ]);
});

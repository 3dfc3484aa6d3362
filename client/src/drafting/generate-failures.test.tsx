import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDraftServer, openGenerateDialog } from '../testing/discover-screen.tsx';
import { aComment, aFoundVideo } from '../testing/factories.ts';
import { brokenOff, type FakeServer, problem } from '../testing/fake-server.ts';
import { expectLink, expectNotice, press } from '../testing/page.ts';

const video = aFoundVideo({ id: 7 });
const drafted = aComment({ id: 70, video, content: 'A drafted text.' });
let server: FakeServer;

beforeEach(() => {
  server = createDraftServer(drafted);
});

const opened = () => openGenerateDialog(video);

async function generated() {
  const page = opened();
  await page.generate();
  await page.dialog.findByDisplayValue('A drafted text.');
  return page;
}

it('shows a model failure in place of the draft, with a link to the model (rule 2.11)', async () => {
  server.on(
    'POST /api/comments/generate',
    problem(503, 'model_unavailable', 'The model did not answer in time.'),
  );
  const { dialog, generate } = opened();
  await generate();
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'The model did not answer in time.',
  );
  expect(
    dialog.queryByRole('textbox', { name: 'Generated comment' }),
  ).not.toBeInTheDocument();
  expectLink('Open Language Model', '/settings?tab=general', dialog);
});

it('drafts on Try Again after a model failure', async () => {
  server.once(
    'POST /api/comments/generate',
    problem(503, 'model_unavailable', 'Not now.'),
  );
  const { dialog, generate } = opened();
  await generate();
  await press('Try Again', dialog);
  expect(await dialog.findByRole('textbox', { name: 'Generated comment' })).toHaveValue(
    drafted.content,
  );
});

it('links to connecting a model when there is none, in place of Try Again', async () => {
  server.on('POST /api/comments/generate', problem(409, 'no_model', 'No model yet.'));
  const { dialog, generate } = opened();
  await generate();
  expect(await dialog.findByText('No model yet.')).toBeInTheDocument();
  expect(dialog.getByRole('link', { name: 'Connect Yours' })).toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
});

describe.each([
  {
    what: 'drafting',
    call: 'POST /api/comments/generate',
    button: 'Generate Comment',
    title: 'Error',
    words: 'Failed to generate comment',
  },
  {
    what: 'saving',
    call: 'PATCH /api/comments/:id',
    button: 'Add to Queue',
    title: 'Save Failed',
    words: 'Failed to save comment',
  },
  {
    what: 'adding to the queue',
    call: 'POST /api/queue',
    button: 'Add to Queue',
    title: 'Error',
    words: 'Failed to add to queue',
  },
])('when $what fails', ({ call, button, title, words }) => {
  async function fail(answer: () => Response) {
    server.on(call, answer);
    const { dialog, user } = call.endsWith('generate') ? opened() : await generated();
    if (call.startsWith('PATCH'))
      await user.type(dialog.getByRole('textbox', { name: 'Generated comment' }), ' Ok');
    await press(button, dialog);
  }

  it('shows the reason of the server (rules 11.1, 11.2)', async () => {
    await fail(() => problem(503, 'database_unavailable', 'It is away.'));
    await expectNotice(title, 'It is away.');
    if (title === 'Error') expect(screen.getByText(words)).toBeInTheDocument();
  });

  it('says what failed when the server gives no reason, and stays open (rule 11.4)', async () => {
    await fail(brokenOff);
    await expectNotice(title, words);
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });
});

it('does not queue a text that could not be saved (rule 12.6)', async () => {
  server.on('PATCH /api/comments/:id', brokenOff);
  const { dialog, user, text } = await generated();
  await user.type(text, ' Ok');
  await press('Add to Queue', dialog);
  await expectNotice('Save Failed');
  expect(server.sent('POST /api/queue')).toEqual([]);
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openGenerateDialog } from '../../../testing/discover-screen.tsx';
import { aComment, aFoundVideo, anAlternative, anAnalysis } from '../../../testing/factories.ts';
import { createFrameServer } from '../../../testing/fake-lists.ts';
import { aDraftStream, type FakeServer, problem } from '../../../testing/fake-server.ts';

const video = aFoundVideo({ id: 7, title: 'Probes that lie' });
const TEXT = 'A drafted text.';
const unread = anAnalysis({
  scoreParts: [],
  checks: [],
  engagementPotential: '',
  technicalAccuracy: '',
  tone: '',
});
const drafted = aComment({ id: 70, video, content: TEXT, qualityScore: 60, analysis: unread });
const reading = { text: TEXT, for: 'drafted text', against: 'A', wrong: [] };
const read = { ...drafted, qualityScore: 84, analysis: { ...unread, tone: 'Dry', reading } };
let server: FakeServer;
let stream: ReturnType<typeof aDraftStream>;

beforeEach(() => {
  stream = aDraftStream();
  server = createFrameServer()
    .on('GET /api/comments', [drafted])
    .on('POST /api/comments/generate', stream.answer);
});

async function writing() {
  const page = openGenerateDialog(video);
  const dialog = within(screen.getByRole('dialog', { name: 'Generate Comment' }));
  const text = dialog.getByRole('textbox', { name: 'Generated comment' });
  await page.user.click(dialog.getByRole('button', { name: 'Generate Comment' }));
  return { ...page, dialog, text };
}

async function done() {
  const page = await writing();
  stream.send({ name: 'done', data: { comment: drafted, analysis: unread, alternatives: [] } });
  await page.dialog.findByRole('button', { name: 'Generate Again' });
  return { ...page, analysis: within(page.dialog.getByRole('region', { name: 'Analysis' })) };
}

describe('the second reading', () => {
  it('comes to the draft on the screen, and leaves what is typed meanwhile', async () => {
    const { dialog, user, text, analysis } = await done();
    expect(analysis.getByText('Being read a second time…')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Add to Queue' })).toBeEnabled();
    await user.type(text, ' Mine.');
    stream.send({ name: 'judged', data: { comment: read, analysis: read.analysis } });
    expect(await dialog.findByText('84/100 Excellent')).toBeInTheDocument();
    expect(text).toHaveValue(`${TEXT} Mine.`);
    expect(analysis.getByText('“drafted text”')).toBeInTheDocument();
    expect(analysis.getByText('Judged before your edit.')).toBeInTheDocument();
  });

  it('is said to be missing where it did not come, and made on a press', async () => {
    const { user, analysis } = await done();
    stream.cut();
    expect(await analysis.findByText('Not read a second time.')).toBeInTheDocument();
    server.on('POST /api/comments/:id/read', { comment: read, analysis: read.analysis });
    await user.click(analysis.getByRole('button', { name: 'Read again' }));
    expect(await analysis.findByText('“drafted text”')).toBeInTheDocument();
    expect(server.sent('POST /api/comments/70/read')).toEqual([{ revision: 1 }]);
  });
});

describe('two other takes', () => {
  it('are written on a press, beside the draft that stays, without a score', async () => {
    const { dialog, user, text } = await done();
    expect(dialog.queryByRole('group', { name: 'Drafts to choose from' })).not.toBeInTheDocument();
    const takes = ['Another angle.', 'A third one.'].map((content) => ({
      ...anAlternative(content, ''),
      scoreParts: [],
    }));
    server.on('POST /api/comments/:id/takes', { comment: drafted, analysis: unread, alternatives: takes });
    await user.click(dialog.getByRole('button', { name: 'Two other takes' }));
    const group = within(await dialog.findByRole('group', { name: 'Drafts to choose from' }));
    expect(group.getAllByRole('button')).toHaveLength(3);
    expect(group.getByRole('button', { name: /Another angle\./ })).toHaveTextContent('not read');
    expect(text).toHaveValue(TEXT);
    expect(server.sent('POST /api/comments/70/takes')).toEqual([{ revision: 1 }]);
  });

  it('say why they failed', async () => {
    const { dialog, user } = await done();
    server.on('POST /api/comments/:id/takes', () => problem(503, 'model_unavailable', 'Not now.'));
    await user.click(dialog.getByRole('button', { name: 'Two other takes' }));
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
  });
});

it('nothing to add is a sentence, with the point above it and a press to write one anyway', async () => {
  const { dialog, user } = await writing();
  const detail = 'Only a title is given.';
  stream.send({ name: 'problem', data: { status: 409, code: 'nothing_to_add', detail, text: '' } });
  const said = await dialog.findByText(/Nothing to add here:/);
  expect(said.parentElement).toHaveTextContent(`Nothing to add here: ${detail}`);
  expect(dialog.getByRole('textbox', { name: /^What do you want to say/ })).toBeInTheDocument();
  server.on('POST /api/comments/generate', { comment: drafted, analysis: unread });
  await user.click(dialog.getByRole('button', { name: 'Write one anyway' }));
  await waitFor(() => expect(dialog.queryByText(/Nothing to add here/)).not.toBeInTheDocument());
  expect(server.sent('POST /api/comments/generate').at(-1)).toMatchObject({ anyway: true });
});

it('what to say comes first and has the focus', () => {
  openGenerateDialog(video);
  expect(screen.getByRole('textbox', { name: /^What do you want to say/ })).toHaveFocus();
});

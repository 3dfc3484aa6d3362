import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aVideo } from '../../testing/factories.ts';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { click, findDialog, press } from '../../testing/page.ts';
import { openQueue, openScheduleDialog } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

describe('a comment on the channel in the last seven days', () => {
  const warning = 'You commented on this channel 3 days ago';

  beforeEach(() => {
    const onChannel = (id: number, channelId: string) => ({
      status: 'approved' as const,
      video: aVideo({ id, title: `Video number ${id}`, channelId }),
    });
    const answers = { replyId: 1, authorName: '@mira', text: 'How?', pictureUrl: null };
    queue.items = [
      aNumberedItem(1, onChannel(1, 'UC-1')),
      aNumberedItem(2, { ...onChannel(2, 'UC-1'), answers }),
      aNumberedItem(3, onChannel(3, 'UC-3')),
    ];
    const postedAt = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
    queue.server.on('GET /api/channels/commented', [
      { channelId: 'UC-1', postedAt, scheduledFor: [] },
    ]);
  });

  it('is named when another one is scheduled (rule 7.10)', async () => {
    const { user } = await openQueue({ query: '?comment=1' });
    await user.keyboard('s');
    const dialog = await findDialog('Schedule Comment');
    expect(await dialog.findByText(/^You commented/)).toHaveTextContent(warning);
  });

  it('is not named when an answer is scheduled (rule 13.12)', async () => {
    const { user } = await openQueue({ query: '?comment=2' });
    await user.keyboard('s');
    expect(await screen.findByRole('dialog')).toHaveTextContent('Video number 2');
    expect(screen.queryByText(/^You commented/)).not.toBeInTheDocument();
  });

  it('is named only beside its channel when several are scheduled', async () => {
    await openQueue({ query: '?comment=1' });
    await press('Schedule Approved (3)');
    const dialog = await findDialog('Schedule Approved Comments');
    const [first, answer, other] = dialog.getAllByRole('listitem');
    await waitFor(() => expect(first).toHaveTextContent(warning));
    expect(answer).not.toHaveTextContent(warning);
    expect(other).not.toHaveTextContent(warning);
  });
});

describe('other comments on the channel that are scheduled (rule 2.14)', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  async function openDialog(scheduledFor: string[], postedAt: string | null = null) {
    const video = aVideo({ title: 'Video number 1', channelId: 'UC-1' });
    queue.items = [aNumberedItem(1, { status: 'approved', video })];
    queue.server.on('GET /api/channels/commented', [
      { channelId: 'UC-1', postedAt, scheduledFor },
    ]);
    const dialog = await openScheduleDialog();
    await click('radio', /^In 30 minutes/, dialog);
    return dialog;
  }

  it('are named with their time', async () => {
    const dialog = await openDialog([inDays(1)]);
    expect(
      dialog.getByText(/^Another comment on this channel goes out/),
    ).toHaveTextContent(/tomorrow/);
  });

  it('are counted', async () => {
    const dialog = await openDialog([inDays(1), inDays(2), inDays(20)]);
    const words = /^2 other comments on this channel go out around then, the first/;
    expect(dialog.getByText(words)).toHaveTextContent(/tomorrow/);
  });

  it('are not mentioned for a time more than a week away', async () => {
    const dialog = await openDialog([inDays(9)]);
    expect(dialog.queryByText(/on this channel/)).not.toBeInTheDocument();
  });

  it('says nothing about a comment posted today if the new one goes out in more than a week (rule 2.9)', async () => {
    const dialog = await openDialog([], new Date().toISOString());
    expect(dialog.getByText(/^You commented on this channel/)).toBeInTheDocument();
    await click('radio', 'Custom', dialog);
    fireEvent.change(dialog.getByLabelText('Date and time'), {
      target: { value: inDays(9).slice(0, 16) },
    });
    expect(dialog.queryByText(/^You commented on this channel/)).not.toBeInTheDocument();
  });
});

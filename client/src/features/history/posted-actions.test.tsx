import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newestUnsavedEdits } from '../../lib/unsaved.ts';
import { json, problem } from '../../testing/fake-server.ts';
import {
  createPostedHistory,
  later,
  openPostedRow,
  type PostedHistory,
} from '../../testing/history-screen.tsx';
import { commentSteps, expectNoDialog, expectNotice, press } from '../../testing/page.ts';

let history: PostedHistory;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00.000Z') });
  history = createPostedHistory();
});

describe('Change', () => {
  const CHANGE = 'POST /api/comments/:id/change';
  const dialog = () => within(screen.getByRole('dialog', { name: 'Change Comment' }));
  const type = (text: string) =>
    fireEvent.change(dialog().getByRole('textbox', { name: 'New text' }), {
      target: { value: text },
    });

  async function openDialog() {
    const page = await openPostedRow();
    await press('Change', page.row);
    const send = async () => {
      await press('Change', dialog());
      await press('Change as Ada on Systems', dialog());
    };
    return { ...page, send };
  }

  it('shows the reply that an answer belongs to (rule 13.22)', async () => {
    history.change({
      answers: { replyId: 7, authorName: '@grace', text: 'How small?', pictureUrl: null },
    });
    const { row } = await openDialog();
    for (const place of [row, dialog()])
      expect(
        place.getByRole('region', { name: 'Answer to @grace', hidden: true }),
      ).toHaveTextContent('How small?');
  });

  it('names the channel of the video and the posting channel', async () => {
    await openDialog();
    expect(dialog().getByText('Cluster Notes')).toBeInTheDocument();
    type('A better text');
    await press('Change', dialog());
    expect(
      dialog().getByRole('button', { name: 'Change as Ada on Systems' }),
    ).toBeInTheDocument();
  });

  it('keeps the edit after a refusal (rule 13.26)', async () => {
    history.server.on(CHANGE, problem(409, 'posting_held', 'Posting is on hold.'));
    const { send } = await openDialog();
    type('A better text');
    await send();
    await expectNotice('Change Failed', 'Posting is on hold.');
    expect(dialog().getByRole('textbox')).toHaveValue('A better text');
  });

  it('keeps the edit when the dialog is closed (rule 2.20)', async () => {
    const { row } = await openDialog();
    type('A better text');
    await press('Close', dialog());
    await press('Change', row);
    expect(dialog().getByRole('textbox')).toHaveValue('A better text');
  });

  it('keeps the edit after a reload', async () => {
    const { unmount } = await openDialog();
    type('A better text');
    unmount();
    await openDialog();
    expect(dialog().getByRole('textbox')).toHaveValue('A better text');
  });

  it('discards the edit on Restore Posted Text', async () => {
    await openDialog();
    type('A better text');
    await press('Restore Posted Text', dialog());
    expect(dialog().getByRole('textbox')).toHaveValue('Text number 1');
    expect(newestUnsavedEdits()).toEqual(new Map());
  });

  describe('a comment that was changed elsewhere', () => {
    async function sendAgainstNewer() {
      const page = await openDialog();
      type('A better text');
      const newer = history.change({ content: 'Changed on the phone', revision: 5 });
      history.server.once(
        CHANGE,
        problem(409, 'revision_conflict', 'It was changed elsewhere.', {
          current: newer,
        }),
      );
      await page.send();
      const question = await dialog().findByText(/changed elsewhere\. It now reads/);
      return { ...page, question };
    }

    it('shows both texts and asks which to keep (rule 2.20)', async () => {
      const { question } = await sendAgainstNewer();
      expect(question.parentElement).toHaveTextContent('Changed on the phone');
      expect(dialog().getByRole('textbox')).toHaveValue('A better text');
      expect(dialog().getByRole('button', { name: 'Change' })).toBeDisabled();
    });

    it('is changed to your text by Keep My Text', async () => {
      const { send } = await sendAgainstNewer();
      await press('Keep My Text', dialog());
      history.server.on(CHANGE, () =>
        json(history.change({ content: 'A better text', revision: 6 })),
      );
      await send();
      await waitFor(expectNoDialog);
      expect(history.server.sent(CHANGE).at(-1)).toEqual({
        content: 'A better text',
        revision: 5,
      });
    });
  });

  it('follows changes of the comment while nothing was typed', async () => {
    const { tell } = await openDialog();
    history.change({ content: 'Changed on the phone', revision: 5 });
    await tell();
    await waitFor(() =>
      expect(dialog().getByRole('textbox')).toHaveValue('Changed on the phone'),
    );
    expect(dialog().queryByText(/changed elsewhere/)).not.toBeInTheDocument();
  });

  describe('a change that YouTube has not confirmed', () => {
    async function sendUnconfirmed() {
      const page = await openDialog();
      type('A better text');
      const posting = { state: 'confirming', reason: null, nextTryAt: null } as const;
      history.server.on(CHANGE, () => json(history.change({ posting }), 202));
      await page.send();
      expect(
        await page.row.findByText('Sent. Waiting for YouTube to confirm it.'),
      ).toBeInTheDocument();
      return page;
    }

    it('blocks other changes until then', async () => {
      const { row } = await sendUnconfirmed();
      expect(row.getByText('Waiting for YouTube to confirm')).toBeInTheDocument();
      for (const name of ['Change', 'Withdraw', 'Check Now'])
        expect(row.getByRole('button', { name })).toBeDisabled();
    });

    it('says why it failed, and keeps the text (rule 13.26)', async () => {
      const { row, tell } = await sendUnconfirmed();
      const failureReason =
        'YouTube did not confirm the change; it still shows the old text.';
      history.change({ posting: null, failureCode: 'change_unconfirmed', failureReason });
      await tell();
      expect(await row.findByText(failureReason)).toBeInTheDocument();
      expect(row.getByText('Not changed')).toBeInTheDocument();
      await waitFor(() =>
        expect(row.getByRole('button', { name: 'Change' })).toBeEnabled(),
      );
      await press('Change', row);
      expect(dialog().getByRole('textbox')).toHaveValue('A better text');
    });
  });
});

describe('Withdraw', () => {
  const WITHDRAW = 'POST /api/comments/:id/withdraw';

  async function openWithdrawal() {
    const { row } = await openPostedRow();
    await press('Withdraw', row);
    const dialog = within(screen.getByRole('dialog', { name: 'Withdraw Comment' }));
    const send = async () => {
      await press('Withdraw', dialog);
      await press('Withdraw as Ada on Systems', dialog);
    };
    return { row, dialog, send };
  }

  it('shows the comment and asks for a confirmation', async () => {
    const { dialog } = await openWithdrawal();
    expect(dialog.getByText('Text number 1')).toBeInTheDocument();
    await press('Withdraw', dialog);
    await press('Keep', dialog);
    expect(history.server.sent(WITHDRAW)).toEqual([]);
  });

  it('says why the comment could not be withdrawn', async () => {
    history.server.on(WITHDRAW, problem(409, 'posting_held', 'Posting is on hold.'));
    const { dialog, send } = await openWithdrawal();
    await send();
    await expectNotice('Withdrawal Failed', 'Posting is on hold.');
    expect(dialog.getByRole('button', { name: 'Withdraw' })).toBeEnabled();
  });

  it('withdraws the comment, and keeps its text (rule 13.26)', async () => {
    history.server.on(WITHDRAW, () => json(history.change({ withdrawnAt: later(60) })));
    const { row, send } = await openWithdrawal();
    await send();
    await waitFor(expectNoDialog);
    expect(history.server.sent(WITHDRAW)).toEqual([{ revision: 1 }]);
    expect(row.getByText('Withdrawn')).toBeInTheDocument();
    expect(row.getByText('Text number 1')).toBeInTheDocument();
    expect(commentSteps().at(-1)).toEqual([
      'Nov 11 at 11:30 AM',
      'Withdrawn from YouTube',
    ]);
  });

  it('leaves nothing to change, withdraw or check', async () => {
    history.server.on(WITHDRAW, () => json(history.change({ withdrawnAt: later(60) })));
    const { row, send } = await openWithdrawal();
    await send();
    await row.findByText('Withdrawn');
    for (const name of ['Change', 'Withdraw', 'Check Now'])
      expect(row.queryByRole('button', { name })).not.toBeInTheDocument();
  });
});

describe('Learn from this', () => {
  const EXAMPLE = 'POST /api/comments/:id/example';

  it('marks the comment as an example for drafts (rule 13.25)', async () => {
    history.server.on(EXAMPLE, () => json(history.change({ isExample: true })));
    const { user, row } = await openPostedRow();
    const toggle = row.getByRole('switch', { name: 'Learn from this' });
    expect(toggle).not.toBeChecked();
    await user.click(toggle);
    expect(
      await row.findByText('New drafts take this one as an example'),
    ).toBeInTheDocument();
    expect(toggle).toBeChecked();
    expect(history.server.sent(EXAMPLE)).toEqual([{ isExample: true }]);
  });

  it('unmarks the comment', async () => {
    history.change({ isExample: true });
    history.server.on(EXAMPLE, () => json(history.change({ isExample: false })));
    const { user, row } = await openPostedRow();
    const toggle = row.getByRole('switch', { name: 'Learn from this' });
    await user.click(toggle);
    await waitFor(() => expect(toggle).not.toBeChecked());
    expect(history.server.sent(EXAMPLE)).toEqual([{ isExample: false }]);
  });

  it('stays as it was when the server refuses the change', async () => {
    history.change({ isExample: true });
    history.server.on(EXAMPLE, problem(409, 'not_posted', 'It was not posted.'));
    const { user, row } = await openPostedRow();
    const toggle = row.getByRole('switch', { name: 'Learn from this' });
    await user.click(toggle);
    await expectNotice('Not Marked', 'It was not posted.', { urgent: true });
    expect(toggle).toBeChecked();
  });
});

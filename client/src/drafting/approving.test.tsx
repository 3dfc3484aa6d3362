import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draftOnOpenPreference } from '../lib/storage.ts';
import {
  createDraftServer,
  openDraft,
  openGenerateDialog,
} from '../testing/discover-screen.tsx';
import { aComment, aFoundVideo, anAnalysis, aQueueItem } from '../testing/factories.ts';
import {
  aDraftStream,
  type FakeServer,
  held,
  json,
  problem,
} from '../testing/fake-server.ts';
import { aVoiceProfile } from '../testing/fake-settings.ts';
import {
  drawn,
  expectLink,
  expectNoDialog,
  expectNotice,
  press,
} from '../testing/page.ts';

describe('approving', () => {
  const video = aFoundVideo({ id: 7, title: 'Probes that lie' });
  const drafted = aComment({ id: 70, video, content: 'A drafted text.' });
  const approved = { ...drafted, status: 'approved', revision: 2 } as const;
  const slot = '2126-11-23T17:30:00.000Z';
  let server: FakeServer;

  beforeEach(() => {
    server = createDraftServer(drafted)
      .on('POST /api/queue', () => json(aQueueItem({ id: 3, comment: drafted }), 201))
      .on('PATCH /api/comments/:id', approved)
      .on(
        'POST /api/comments/:id/schedule',
        aQueueItem({
          id: 3,
          scheduledFor: slot,
          comment: { ...approved, scheduledFor: slot },
        }),
      )
      .on('POST /api/comments/:id/post', { ...approved, status: 'posted', revision: 3 });
  });

  const inDialog = () => within(screen.getByRole('dialog', { name: 'Generate Comment' }));
  const changes = () =>
    server.calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);

  async function drafting(opening: Parameters<typeof openDraft>[1] = {}) {
    const page = await openDraft(video, opening);
    const schedule = page.dialog.getByRole('button', { name: /^Approve & Schedule/ });
    await waitFor(() => expect(schedule).toBeEnabled());
    return page;
  }

  describe('opening the dialog', () => {
    it('starts one draft when opened by a press (rule 2.11)', async () => {
      openGenerateDialog(video, { isPressed: true });
      expect(await inDialog().findByDisplayValue('A drafted text.')).toBeInTheDocument();
      expect(changes()).toEqual(['POST /api/comments/generate']);
    });

    it('disables everything until the draft is complete', async () => {
      server.on(
        'POST /api/comments/generate',
        held({ comment: drafted, analysis: anAnalysis() }).answer,
      );
      openGenerateDialog(video, { isPressed: true });
      const dialog = inDialog();
      expect(await dialog.findByRole('button', { name: 'Generating...' })).toBeDisabled();
      expect(dialog.getByText('Writing a draft')).toBeInTheDocument();
      for (const style of dialog.getAllByRole('radio')) expect(style).toBeDisabled();
      for (const name of ['Add to Queue', 'Post Now', /^Approve & Schedule/])
        expect(dialog.getByRole('button', { name })).toBeDisabled();
    });

    it('waits for a second press if the setting says so, even if it changes meanwhile', async () => {
      draftOnOpenPreference.write('off');
      const { generate } = openGenerateDialog(video, { isPressed: true });
      act(() => draftOnOpenPreference.write('on'));
      // The draft would start in the next task.
      await new Promise((resolve) => setTimeout(resolve));
      expect(changes()).toEqual([]);
      await generate();
      expect(await inDialog().findByDisplayValue('A drafted text.')).toBeInTheDocument();
    });

    it('starts the first draft in the active profile’s Default Comment Style (rule 2.11)', async () => {
      const profiles = held([aVoiceProfile({ defaultCommentStyle: 'questioning' })]);
      server.on('GET /api/voice-profiles', profiles.answer);
      openGenerateDialog(video, { isPressed: true });
      // The draft would start in the next task.
      await new Promise((resolve) => setTimeout(resolve));
      expect(changes()).toEqual([]);
      profiles.release();
      await inDialog().findByRole('button', { name: 'Generate Again' });
      expect(inDialog().getByRole('radio', { name: 'Thought-Provoking' })).toBeChecked();
      expect(server.sent('POST /api/comments/generate')).toMatchObject([
        { style: 'questioning' },
      ]);
    });
  });

  describe('closing the dialog', () => {
    it('announces that closing keeps a finished draft', async () => {
      const { dialog } = await drafting();
      expect(dialog.getByText('Closing keeps this draft.')).toBeInTheDocument();
    });

    it.each(['Cancel', 'Close'])(
      'keeps a finished draft when closed by %s (rule 2.11)',
      async (name) => {
        const { dialog } = await drafting();
        await press(name, dialog);
        expectNoDialog();
        await drawn();
        expect(changes()).toEqual(['POST /api/comments/generate']);
      },
    );

    it('keeps a finished draft when closed by Escape (rule 2.11)', async () => {
      const { user } = await drafting();
      await user.keyboard('{Escape}');
      expectNoDialog();
      await drawn();
      expect(changes()).toEqual(['POST /api/comments/generate']);
    });

    it('announces that it cancels an unfinished draft, and does so (rule 2.11)', async () => {
      const stream = aDraftStream();
      server.on('POST /api/comments/generate', stream.answer);
      const { dialog, user } = openGenerateDialog(video, { isPressed: true });
      await dialog.findByRole('button', { name: 'Generating...' });
      stream.words('A drafted');
      expect(await dialog.findByDisplayValue('A drafted')).toBeInTheDocument();
      expect(dialog.getByText('Closing cancels this draft.')).toBeInTheDocument();
      await user.keyboard('{Escape}');
      expectNoDialog();
      expect(server.aborted).toContain('POST /api/comments/generate');
    });
  });

  describe('Approve & Schedule', () => {
    it('sends the text on the screen with the named slot in one request (rule 2.14)', async () => {
      const { dialog, user, text } = await drafting();
      await user.type(text, '{Backspace}!');
      const button = dialog.getByRole('button', { name: /^Approve & Schedule/ });
      expect(within(button).getByText(/5:30 PM$/)).toHaveAttribute('datetime', slot);
      await user.click(button);
      await expectNotice(
        'Comment Scheduled',
        /^Comment has been scheduled for posting\. It goes out .+ [AP]M\.$/,
      );
      expect(changes()).toEqual([
        'POST /api/comments/generate',
        'POST /api/comments/70/schedule',
      ]);
      expect(server.sent('POST /api/comments/:id/schedule')).toEqual([
        { revision: 1, scheduledFor: slot, content: 'A drafted text!' },
      ]);
      expectNoDialog();
    });

    it('answers at once while the model still reads the draft', async () => {
      const stream = aDraftStream();
      server.on('POST /api/comments/generate', stream.answer);
      const { dialog, user } = openGenerateDialog(video, { isPressed: true });
      await dialog.findByRole('button', { name: 'Generating...' });
      // The event with the reading never follows.
      stream.send({ name: 'done', data: { comment: drafted, analysis: anAnalysis() } });
      const button = await dialog.findByRole('button', { name: /^Approve & Schedule/ });
      await waitFor(() => expect(button).toBeEnabled());
      await user.click(button);
      await expectNotice('Comment Scheduled');
      expectNoDialog();
    });

    it('stays open when the comment cannot be scheduled, and links to it', async () => {
      server.on(
        'POST /api/comments/:id/schedule',
        problem(503, 'database_unavailable', 'Away.'),
      );
      const { dialog, user, text } = await drafting();
      await user.type(text, '!');
      await press(/^Approve & Schedule/, dialog);
      await expectNotice('Scheduling Failed', 'Away.');
      expectLink('Review It', '/queue?comment=70');
      expect(text).toHaveValue('A drafted text.!');
    });

    it('approves only the text on the screen (rules 2.20, 3.3)', async () => {
      const { dialog, text } = await drafting();
      server.on(
        'POST /api/comments/:id/schedule',
        problem(409, 'revision_conflict', 'This comment was changed meanwhile.', {
          current: { content: 'From another tab.', status: 'pending', revision: 5 },
        }),
      );
      await press(/^Approve & Schedule/, dialog);
      await expectNotice('Scheduling Failed', 'This comment was changed meanwhile.');
      await waitFor(() => expect(text).toHaveValue('From another tab.'));
      expect(server.sent('POST /api/comments/:id/schedule')).toHaveLength(1);
    });

    it('asks before scheduling a comment that may already be on YouTube (rule 7.19)', async () => {
      server.once(
        'POST /api/comments/:id/schedule',
        problem(409, 'restored', 'It may have been posted since.'),
      );
      const { dialog } = await drafting();
      await press(/^Approve & Schedule/, dialog);
      await screen.findByRole('alertdialog', { name: 'It may be on YouTube already' });
      await press('Schedule It Anyway');
      await expectNotice('Comment Scheduled');
      expect(server.sent('POST /api/comments/:id/schedule').at(-1)).toMatchObject({
        confirmMayBeHeld: true,
      });
      await waitFor(expectNoDialog);
    });
  });

  describe('Post Now', () => {
    const arm = async () => {
      const page = await drafting();
      await press('Post Now', page.dialog);
      return {
        ...page,
        post: () => page.dialog.getByRole('button', { name: /^Post (as|to) / }),
      };
    };

    it('is cancelled by Escape, which leaves the dialog open', async () => {
      const { dialog, user } = await arm();
      await user.keyboard('{Escape}');
      expect(
        dialog.queryByRole('button', { name: /^Post (as|to) / }),
      ).not.toBeInTheDocument();
      expect(dialog.getByRole('button', { name: 'Post Now' })).toBeInTheDocument();
      expect(changes()).toEqual(['POST /api/comments/generate']);
    });

    describe('while posting is on hold', () => {
      async function postOnHold() {
        server.once(
          'POST /api/comments/:id/post',
          problem(409, 'posting_held', 'YouTube limits the pace.'),
        );
        const page = await arm();
        await page.user.click(page.post());
        return {
          ...page,
          goOn: await screen.findByRole('button', { name: 'Try This One' }),
        };
      }

      it('posts after a confirmation (rule 7.7)', async () => {
        const { user, goOn } = await postOnHold();
        await user.click(goOn);
        await expectNotice('Comment Posted to YouTube!');
        expect(server.sent('POST /api/comments/:id/post').at(-1)).toEqual({
          revision: 2,
          underHold: true,
        });
        await waitFor(expectNoDialog);
      });

      it('ignores the keys of the dialog while it asks', async () => {
        await postOnHold();
        const before = changes();
        fireEvent.keyDown(screen.getByRole('button', { name: 'Keep' }), {
          key: 'Enter',
          ctrlKey: true,
        });
        await drawn();
        expect(changes()).toEqual(before);
      });
    });

    const failedWith = (failureCode: string, failureReason: string) =>
      ({
        ...approved,
        status: 'failed',
        revision: 3,
        failureCode,
        failureReason,
      }) as const;

    async function refused(failureCode: string, failureReason: string) {
      const failed = failedWith(failureCode, failureReason);
      server.once('POST /api/comments/:id/post', () => {
        server.on('GET /api/comments', [failed]).on('GET /api/comments/:id', failed);
        server.on('POST /api/queue', () => json(aQueueItem({ id: 3, comment: failed })));
        return problem(409, failureCode, failureReason);
      });
      const page = await arm();
      await page.user.click(page.post());
      await expectNotice('Posting Failed', failureReason);
      return page;
    }

    it('shows why posting failed, and links to the review queue (rule 7.20)', async () => {
      const { dialog } = await refused(
        'comment_refused',
        'YouTube refused this comment.',
      );
      expectLink('Review It', '/queue?comment=70');
      expect(
        await dialog.findByText(/^YouTube refused this comment\. Edit the text/),
      ).toBeInTheDocument();
    });

    it('approves and posts again on the next press', async () => {
      const { dialog, user, post } = await refused(
        'comment_refused',
        'YouTube refused this comment.',
      );
      await dialog.findByText(/^YouTube refused this comment\. Edit the text/);
      server.on('PATCH /api/comments/:id', { ...approved, revision: 4 });
      await press('Post Now', dialog);
      await user.click(post());
      await expectNotice('Comment Posted to YouTube!');
      expect(changes().slice(-3)).toEqual([
        'POST /api/queue',
        'PATCH /api/comments/70',
        'POST /api/comments/70/post',
      ]);
    });

    it('links to the queue when a retry cannot help (rule 7.20)', async () => {
      const { dialog } = await refused('comments_off', 'Comments are off.');
      await dialog.findByText(/^Comments are off\./);
      expectLink('Review It', '/queue?comment=70', dialog);
      expect(dialog.getByRole('button', { name: 'Post Now' })).toBeDisabled();
    });

    it('says that YouTube has not confirmed the comment yet', async () => {
      server.on('POST /api/comments/:id/post', () => json(approved, 202));
      const { user, post } = await arm();
      await user.click(post());
      await expectNotice('Checking whether YouTube received it');
      expectNoDialog();
    });
  });

  describe('among selected videos', () => {
    it.each(['Add & Next', 'Ctrl and Enter'])(
      '%s queues the comment and goes to the next',
      async (way) => {
        const onNext = vi.fn();
        const { dialog, user } = await drafting({ place: { at: 1, of: 3 }, onNext });
        expect(dialog.getByText(/^1 of 3/)).toBeInTheDocument();
        if (way === 'Add & Next') await press(way, dialog);
        else await user.keyboard('{Control>}{Enter}{/Control}');
        await expectNotice('Added to Queue');
        expect(onNext).toHaveBeenCalledOnce();
        expect(screen.getByRole('dialog')).toBeInTheDocument();
      },
    );

    it('goes to no other video once the dialog was closed', async () => {
      const answer = held(aQueueItem({ id: 3, comment: drafted }));
      server.on('POST /api/queue', answer.answer);
      const onNext = vi.fn();
      const { dialog, user } = await drafting({ place: { at: 1, of: 3 }, onNext });
      await press('Add & Next', dialog);
      await user.keyboard('{Escape}');
      expectNoDialog();
      answer.release();
      await expectNotice('Added to Queue');
      expect(onNext).not.toHaveBeenCalled();
    });

    it('is disabled on the last video', async () => {
      const { dialog } = await drafting({ place: { at: 3, of: 3 } });
      expect(dialog.getByRole('button', { name: 'Add & Next' })).toBeDisabled();
      expect(dialog.getByRole('button', { name: 'Add to Queue' })).toBeEnabled();
    });
  });
});

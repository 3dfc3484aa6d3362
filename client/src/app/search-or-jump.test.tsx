import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { QueuePage } from '../features/queue/queue-page.tsx';
import { openFindOrDo } from '../lib/shortcuts.ts';
import { userSettings } from '../testing/factories.ts';
import { createFakeQueue, type FakeQueue } from '../testing/fake-queue.ts';
import { json } from '../testing/fake-server.ts';
import { aVoiceProfile } from '../testing/fake-settings.ts';
import { click, expectNoDialog, expectNotice, findDialog } from '../testing/page.ts';
import { giveRoom, openTitle } from '../testing/queue-screen.tsx';
import { renderPage } from '../testing/render.tsx';
import { FindOrDo } from './app.tsx';

describe('search or jump to', () => {
  let queue: FakeQueue;

  beforeEach(() => {
    queue = createFakeQueue();
    queue.server.on('GET /api/voice-profiles', [
      aVoiceProfile(),
      aVoiceProfile({ id: 2, name: 'Calm Teacher' }),
    ]);
  });

  const palette = async () => await findDialog('Search or jump to');
  const choices = async () =>
    (await palette()).getAllByRole('option').map((row) => row.textContent);

  async function open() {
    const { user } = renderPage(
      <>
        <input aria-label="Elsewhere" />
        <FindOrDo />
      </>,
      '/analytics',
    );
    screen.getByRole('textbox', { name: 'Elsewhere' }).focus();
    await user.keyboard('{Control>}k{/Control}');
    await palette();
    return user;
  }

  describe('its palette', () => {
    it.each([
      ['Russian', 'л'],
      ['Hebrew', 'ל'],
      ['Greek', 'κ'],
    ])(
      'opens with Ctrl and the key at the place of K on a %s keyboard (rule 12.12)',
      async (_, key) => {
        const user = await open();
        await user.keyboard('{Escape}');
        await waitFor(expectNoDialog);
        fireEvent.keyDown(window, { key, code: 'KeyK', ctrlKey: true });
        await palette();
      },
    );

    it('opens with Ctrl K, with the focus in its field', async () => {
      await open();
      expect((await palette()).getByRole('combobox')).toHaveFocus();
    });

    it('gives the focus back when it closes (rule 12.5)', async () => {
      const user = await open();
      await user.keyboard('{Escape}');
      await waitFor(() =>
        expect(screen.getByRole('textbox', { name: 'Elsewhere' })).toHaveFocus(),
      );
    });

    it('opens and closes with ⌘K', async () => {
      const user = await open();
      await user.keyboard('{Escape}');
      await waitFor(expectNoDialog);
      await user.keyboard('{Meta>}k{/Meta}');
      await palette();
      await user.keyboard('{Meta>}k{/Meta}');
      await waitFor(expectNoDialog);
    });

    it('opens with its button', async () => {
      renderPage(<FindOrDo />, '/analytics');
      openFindOrDo();
      await palette();
    });

    it('closes the account menu, which would cover it', async () => {
      const hidePopover = vi.fn();
      renderPage(
        <>
          <section
            popover="auto"
            ref={(menu) => void (menu && Object.assign(menu, { hidePopover }))}
          />
          <FindOrDo />
        </>,
        '/analytics',
      );
      openFindOrDo();
      await palette();
      expect(hidePopover).toHaveBeenCalledOnce();
    });

    it('lists every page', async () => {
      await open();
      expect((await choices()).slice(0, 8)).toEqual([
        expect.stringMatching(/^Discover Videos/),
        expect.stringMatching(/^Review Queue/),
        'Scheduled',
        'Comment History',
        'Analytics',
        'Voice Profile',
        'Settings',
        'Search videos…',
      ]);
    });

    it('goes to a page by the beginning of its name', async () => {
      const user = await open();
      await user.keyboard('hist{Enter}');
      await waitFor(() => expect(window.location.pathname).toBe('/history'));
    });

    it('passes words on to Discover and does not search for videos itself', async () => {
      const user = await open();
      await user.keyboard('kubernetes');
      await click('option', 'Search videos for “kubernetes”');
      await waitFor(() => expect(window.location.search).toBe('?text=kubernetes'));
      expect(
        queue.server.calls.filter(({ path }) => path.startsWith('/api/videos')),
      ).toEqual([]);
    });

    it('searches no comments for a single letter', async () => {
      const user = await open();
      await user.keyboard('n');
      // A search starts 200 ms after the last key.
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(screen.queryByText('Comments')).not.toBeInTheDocument();
      expect(queue.server.sent('GET /api/comments')).toEqual([]);
    });

    it('finds comments by two letters or more, and opens one', async () => {
      queue.change(2, { inQueue: true });
      const user = await open();
      // Pasted at once, because typing could pause in the middle on a busy machine.
      await user.paste('number');
      await click('option', /^Video number 2/);
      await waitFor(() => expect(window.location.href).toMatch(/\/queue\?comment=2$/));
      const searches = queue.server.calls.filter(({ path }) => path === '/api/comments');
      expect(searches.map(({ query }) => query['q'])).toEqual(['number']);
    });

    describe('changes a setting (rule 12.2)', () => {
      it('pauses posting', async () => {
        queue.server.on('PUT /api/user-settings', ({ body }) =>
          json(userSettings(body as object)),
        );
        await open();
        await click('option', /^Pause posting/);
        await waitFor(() =>
          expect(queue.server.sent('PUT /api/user-settings')).toEqual([
            { autoQueueEnabled: false, postingPaused: true },
          ]),
        );
      });

      it('says that posting could not be paused', async () => {
        queue.server.on(
          'PUT /api/user-settings',
          () => new Response(null, { status: 500 }),
        );
        await open();
        await click('option', /^Pause posting/);
        await expectNotice('Error', 'Failed to update settings');
      });

      it('switches the voice profile', async () => {
        queue.server.on('PUT /api/user-settings', ({ body }) =>
          json(userSettings(body as object)),
        );
        await open();
        await click('option', /^Write as Calm Teacher/);
        await expectNotice('New drafts are written as Calm Teacher');
      });

      it('changes the theme', async () => {
        await open();
        await click('option', 'Theme: Dark');
        await waitFor(() => expect(localStorage.getItem('chime-in.theme')).toBe('dark'));
      });
    });

    async function openQueueWithPalette() {
      giveRoom();
      const page = renderPage(
        <>
          <QueuePage />
          <FindOrDo />
        </>,
        '/queue',
      );
      await screen.findByRole('article');
      return page;
    }

    it('triggers no shortcut with typed letters (rule 12.2)', async () => {
      const { user } = await openQueueWithPalette();
      await user.keyboard('{Control>}k{/Control}');
      await palette();
      await user.keyboard('r');
      expect(queue.items[0]?.comment.status).toBe('pending');
    });

    it('acts on the open comment', async () => {
      const { user } = await openQueueWithPalette();
      await user.keyboard('{Control>}k{/Control}');
      await palette();
      await user.keyboard('r');
      expect(screen.getByText('This comment: Video number 1')).toBeInTheDocument();
      await user.keyboard('{Enter}');
      await expectNotice('Comment Rejected');
      expect(queue.items[0]?.comment.status).toBe('rejected');
      expect(openTitle()).toBe('Video number 2');
    });

    it('undoes the last step (rule 12.4)', async () => {
      const { user } = await openQueueWithPalette();
      await user.keyboard('r');
      await expectNotice('Comment Rejected');
      openFindOrDo();
      await click('option', /^Undo the last step/);
      await expectNotice('Undid: rejected "Video number 1"');
      expect(queue.items[0]?.comment.status).toBe('pending');
    });
  });
});

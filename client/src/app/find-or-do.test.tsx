import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { QueuePage } from '../features/queue/queue-page.tsx';
import { openFindOrDo } from '../lib/shortcuts.ts';
import { userSettings } from '../testing/factories.ts';
import { createFakeQueue, type FakeQueue } from '../testing/fake-lists.ts';
import { json } from '../testing/fake-server.ts';
import { aVoiceProfile } from '../testing/fake-settings.ts';
import { expectNotice } from '../testing/page.ts';
import { openTitle } from '../testing/queue-screen.tsx';
import { renderPage } from '../testing/render.tsx';
import { FindOrDo } from './layout.tsx';

describe('find or do', () => {
  let queue: FakeQueue;

  beforeEach(() => {
    queue = createFakeQueue();
    queue.server.on('GET /api/voice-profiles', [
      aVoiceProfile(),
      aVoiceProfile({ id: 2, name: 'Calm Teacher' }),
    ]);
  });

  const palette = async () => within(await screen.findByRole('dialog', { name: 'Find or do' }));
  const choices = async () => (await palette()).getAllByRole('option').map((row) => row.textContent);

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

  describe('find or do', () => {
    it('opens by ⌘K, Ctrl K or its button, and gives the focus back (rule 12.5)', async () => {
      const user = await open();
      expect((await palette()).getByRole('combobox')).toHaveFocus();
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.getByRole('textbox', { name: 'Elsewhere' })).toHaveFocus());
      await user.keyboard('{Meta>}k{/Meta}');
      await palette();
      await user.keyboard('{Meta>}k{/Meta}');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      openFindOrDo();
      await palette();
    });

    it('closes the account’s menu, which would cover it', async () => {
      const hidePopover = vi.fn();
      renderPage(
        <>
          <section popover="auto" ref={(menu) => void (menu && Object.assign(menu, { hidePopover }))} />
          <FindOrDo />
        </>,
        '/analytics',
      );
      openFindOrDo();
      await palette();
      expect(hidePopover).toHaveBeenCalledOnce();
    });

    it('goes to each page, by the beginning of its name', async () => {
      const user = await open();
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
      await user.keyboard('hist{Enter}');
      await waitFor(() => expect(window.location.pathname).toBe('/history'));
    });

    it('hands words to Discover and searches for no videos itself', async () => {
      const user = await open();
      await user.keyboard('kubernetes');
      await user.click(await screen.findByRole('option', { name: 'Search videos for “kubernetes”' }));
      await waitFor(() => expect(window.location.search).toBe('?text=kubernetes'));
      expect(queue.server.calls.filter(({ path }) => path.startsWith('/api/videos'))).toEqual([]);
    });

    it('finds comments by two letters or more, and opens one', async () => {
      queue.change(2, { inQueue: true });
      const user = await open();
      const asked = () =>
        queue.server.calls.filter(({ path }) => path === '/api/comments').map(({ query }) => query['q']);
      await user.keyboard('n');
      expect(screen.queryByText('Comments')).not.toBeInTheDocument();
      await user.keyboard('umber');
      await user.click(await screen.findByRole('option', { name: /^Video number 2/ }));
      await waitFor(() => expect(window.location.href).toMatch(/\/queue\?comment=2$/));
      expect(asked()).toEqual(['number']);
    });

    it('pauses posting, writes as another profile and changes the theme', async () => {
      queue.server.on('PUT /api/user-settings', ({ body }) => json(userSettings(body as object)));
      const user = await open();
      await user.click(await screen.findByRole('option', { name: /^Pause posting/ }));
      await waitFor(() =>
        expect(queue.server.sent('PUT /api/user-settings')).toEqual([
          { autoQueueEnabled: false, postingPaused: true },
        ]),
      );
      openFindOrDo();
      await user.click(await screen.findByRole('option', { name: /^Write as Calm Teacher/ }));
      await expectNotice('New drafts are written as Calm Teacher');
      openFindOrDo();
      await user.click(await screen.findByRole('option', { name: 'Theme: Dark' }));
      await waitFor(() => expect(localStorage.getItem('chime-in.theme')).toBe('dark'));
    });

    it('says that a setting was not changed', async () => {
      queue.server.on('PUT /api/user-settings', () => new Response(null, { status: 500 }));
      const user = await open();
      await user.click(await screen.findByRole('option', { name: /^Pause posting/ }));
      await expectNotice('Error');
    });

    it('acts on the open comment; typed letters do nothing else (rule 12.2)', async () => {
      vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(84);
      vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(700);
      const { user } = renderPage(
        <>
          <QueuePage />
          <FindOrDo />
        </>,
        '/queue',
      );
      await screen.findByRole('article');
      await user.keyboard('{Control>}k{/Control}');
      await palette();
      await user.keyboard('r');
      expect(screen.getByText('This comment: Video number 1')).toBeInTheDocument();
      expect(queue.items[0]?.comment.status).toBe('pending');
      await user.keyboard('{Enter}');
      await expectNotice('Comment Rejected');
      expect(queue.items[0]?.comment.status).toBe('rejected');
      expect(openTitle()).toBe('Video number 2');
    });
  });
});

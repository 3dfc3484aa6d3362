import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noteServerReach } from '../lib/server-reach.ts';
import {
  aComment,
  aPostingStatus,
  aQueueItem,
  aTokenStatus,
  userSettings,
} from '../testing/factories.ts';
import { createFrameServer } from '../testing/fake-frame.ts';
import { workEntryOf } from '../testing/fake-queue.ts';
import { createFakeServer, type FakeServer, held, json } from '../testing/fake-server.ts';
import { drawn, expectLink, expectNotice, press } from '../testing/page.ts';
import { renderPage } from '../testing/render.tsx';
import { PageBanner, PostingSwitch } from './signed-in.tsx';

const showBanner = () => renderPage(<PageBanner />, '/queue');

const showSwitch = () => renderPage(<PostingSwitch />);

describe('account menu', () => {
  let server: FakeServer;

  beforeEach(() => {
    server = createFrameServer().on('GET /api/posting-status', aPostingStatus());
  });

  const minutesFromNow = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000).toISOString();

  const due = (dueAt: string) =>
    server.on(
      'GET /api/queue/index',
      [
        aQueueItem({
          scheduledFor: dueAt,
          dueAt,
          comment: aComment({ status: 'approved' }),
        }),
      ].map(workEntryOf),
    );

  describe('the posting switch', () => {
    it('says when the next comment is posted, with the day unless it is today', async () => {
      due(minutesFromNow(72 * 60));
      showSwitch();
      expect(await screen.findByText(/^Next /)).toHaveTextContent(
        /^Next [A-Z][a-z]{2} \d+ at \d+:\d\d [AP]M$/,
      );
    });

    it('says that an overdue comment is posted in a moment', async () => {
      due(minutesFromNow(-1));
      showSwitch();
      expect(await screen.findByText('Next in a moment')).toBeInTheDocument();
    });

    it('says that nothing is scheduled', async () => {
      showSwitch();
      expect(await screen.findByText('Nothing is scheduled')).toBeInTheDocument();
    });

    it('does not say when the next comment is posted while the server does not answer (rule 2.23)', async () => {
      due(minutesFromNow(30));
      showSwitch();
      expect(await screen.findByText(/^Next /)).toBeInTheDocument();
      act(() => noteServerReach(false));
      expect(screen.getByText('Unknown: no answer')).toBeInTheDocument();
      expect(screen.queryByText(/^Next /)).not.toBeInTheDocument();
    });

    it.each([
      [{ code: 'posting_paused' }, 'Automatic posting is paused'],
      [
        { code: 'quota_spent', until: minutesFromNow(72 * 60) },
        /^Resumes [A-Z][a-z]{2} \d+ at /,
      ],
      [{ code: 'needs_reauth' }, 'Posting is paused: sign in again'],
      [
        { hold: { code: 'server_error', reason: 'Away.', attempts: 1, nextTryAt: null } },
        'Posting is on hold',
      ],
    ])('says why posting is on hold: %o', async (status, words) => {
      server.on(
        'GET /api/posting-status',
        aPostingStatus({ state: 'paused', ...status }),
      );
      showSwitch();
      expect(await screen.findByText(words)).toBeInTheDocument();
    });

    async function pressSwitch() {
      const { user } = showSwitch();
      const posting = screen.getByRole('switch', { name: 'Posting' });
      await waitFor(() => expect(posting).toBeChecked());
      await user.click(posting);
      return posting;
    }

    it('pauses posting', async () => {
      const paused = userSettings({ postingPaused: true });
      server.on('PUT /api/user-settings', () => {
        server.on('GET /api/user-settings', paused);
        return json(paused);
      });
      const posting = await pressSwitch();
      await waitFor(() => expect(posting).toBeEnabled());
      expect(posting).not.toBeChecked();
      expect(server.sent('PUT /api/user-settings')).toEqual([
        { autoQueueEnabled: true, postingPaused: true },
      ]);
    });

    it('shows the new state at once, and is disabled until that is saved', async () => {
      const answer = held(userSettings({ postingPaused: true }));
      server.on('PUT /api/user-settings', answer.answer);
      const posting = await pressSwitch();
      expect(posting).not.toBeChecked();
      expect(posting).toBeDisabled();
      answer.release();
      await waitFor(() => expect(posting).toBeEnabled());
    });

    it('stays as it was when the change could not be saved, and says so', async () => {
      server.on('PUT /api/user-settings', () => new Response(null, { status: 500 }));
      const posting = await pressSwitch();
      await expectNotice('Error', 'Failed to update settings');
      expect(posting).toBeChecked();
    });
  });
});

describe('banners', () => {
  let server: FakeServer;

  beforeEach(() => {
    server = createFakeServer()
      .on('GET /api/auth/token-status', aTokenStatus())
      .on('GET /api/user-settings', userSettings({ autoQueueEnabled: false }));
  });

  describe('the banner of a page', () => {
    it('says that the browser is offline until it is online again', async () => {
      server.on('GET /api/posting-status', aPostingStatus());
      const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      showBanner();
      expect(screen.getByText('You are offline')).toBeInTheDocument();
      onLine.mockReturnValue(true);
      act(() => void window.dispatchEvent(new Event('online')));
      expect(screen.queryByText('You are offline')).not.toBeInTheDocument();
    });

    it('says that the server does not answer, instead of any other banner (rule 2.23)', async () => {
      server.on(
        'GET /api/posting-status',
        aPostingStatus({ state: 'paused', code: 'posting_paused', reason: 'Paused.' }),
      );
      renderPage(<PageBanner />, '/scheduled');
      expect(await screen.findByText('Automatic posting is paused')).toBeInTheDocument();
      act(() => noteServerReach(false));
      expect(screen.getByText('Chime In’s server does not answer')).toBeInTheDocument();
      expect(screen.queryByText('Automatic posting is paused')).not.toBeInTheDocument();
      act(() => noteServerReach(true));
      expect(screen.getByText('Automatic posting is paused')).toBeInTheDocument();
    });

    it('resumes posting on request', async () => {
      let isPaused = true;
      const answer = held(userSettings());
      server
        .on('GET /api/posting-status', () =>
          json(
            isPaused
              ? aPostingStatus({ state: 'paused', code: 'posting_paused' })
              : aPostingStatus(),
          ),
        )
        .on('PUT /api/user-settings', (call) => {
          isPaused = false;
          return answer.answer(call);
        });
      renderPage(<PageBanner />, '/scheduled');
      await press('Resume Posting');
      expect(screen.getByRole('button', { name: 'Resume Posting' })).toBeDisabled();
      answer.release();
      await waitFor(() =>
        expect(screen.queryByText('Automatic posting is paused')).not.toBeInTheDocument(),
      );
      expect(server.sent('PUT /api/user-settings').at(-1)).toEqual({
        autoQueueEnabled: false,
        postingPaused: false,
      });
    });

    const until = '2026-11-22T08:00:00.000Z';
    const limited = { code: 'rate_limited', reason: 'YouTube asked to slow down.' };
    const onHold = { ...limited, attempts: 2, nextTryAt: until };
    it.each([
      [
        { code: 'quota_spent', reason: 'The quota is used up.', until },
        'Automatic posting is paused',
        'The quota is used up. Resumes Nov 22, 2026, 8:00 AM.',
      ],
      [
        { ...limited, until, hold: onHold },
        'Posting is on hold',
        'YouTube asked to slow down. The next try is on Nov 22, 2026, 8:00 AM.',
      ],
      [
        { ...limited, until: null, hold: { ...onHold, nextTryAt: null } },
        'Posting is on hold',
        'YouTube asked to slow down.',
      ],
    ] as const)(
      'says why posting is paused and until when: %# (rule 7.7)',
      async (status, title, words) => {
        server.on(
          'GET /api/posting-status',
          aPostingStatus({ state: 'paused', ...status }),
        );
        renderPage(<PageBanner />, '/scheduled');
        const shown = await screen.findByText(title);
        expect(shown.parentElement?.textContent?.replace(title, '').trim()).toBe(words);
        expect(screen.queryByRole('link')).not.toBeInTheDocument();
      },
    );

    it('links to the daily limit when it holds back posting', async () => {
      server.on(
        'GET /api/posting-status',
        aPostingStatus({ state: 'paused', code: 'daily_cap' }),
      );
      renderPage(<PageBanner />, '/scheduled');
      await screen.findByText('Automatic posting is paused');
      expectLink('Change the Limit', '/settings?tab=general');
    });

    describe('when comments are hidden from others (rule 13.24)', () => {
      const warning = 'Two of your comments are hidden from others this week.';
      const hide = (count: number) =>
        server.on('GET /api/outcomes/summary', { hiddenThisWeek: count, newReplies: 0 });

      it('recommends nothing for one comment', async () => {
        hide(1);
        const { client } = showBanner();
        await waitFor(() =>
          expect(client.getQueryData(['outcomes', 'summary'])).toBeDefined(),
        );
        await drawn();
        expect(screen.queryByText(/hidden from others/)).not.toBeInTheDocument();
      });

      it('recommends a pause as soon as there are two', async () => {
        hide(1);
        const { client } = showBanner();
        await waitFor(() =>
          expect(client.getQueryData(['outcomes', 'summary'])).toBeDefined(),
        );
        hide(2);
        await client.invalidateQueries({ queryKey: ['outcomes'] });
        expect(await screen.findByText(warning)).toBeInTheDocument();
        expect(screen.getByText('Pause posting until you know why.')).toBeInTheDocument();
        expectLink('Show Them', '/history?visibility=only_you');
      });

      it('pauses posting on request', async () => {
        hide(2);
        let isPaused = false;
        const pausedStatus = aPostingStatus({
          state: 'paused',
          code: 'posting_paused',
          reason: 'Paused.',
        });
        server
          .on('GET /api/posting-status', () =>
            json(isPaused ? pausedStatus : aPostingStatus()),
          )
          .on('PUT /api/user-settings', () => {
            isPaused = true;
            return json(userSettings({ postingPaused: true }));
          });
        showBanner();
        await press('Pause Posting');
        expect(
          await screen.findByText('Automatic posting is paused'),
        ).toBeInTheDocument();
        expect(screen.queryByText(/hidden from others/)).not.toBeInTheDocument();
        expect(server.sent('PUT /api/user-settings')).toEqual([
          { autoQueueEnabled: false, postingPaused: true },
        ]);
      });
    });

    const lost = aTokenStatus({ needsReauth: true });
    const endingSoon = aTokenStatus({
      grantExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const paused = (code: 'quota_spent' | 'needs_reauth') =>
      aPostingStatus({ state: 'paused', code, reason: 'This is why.' });

    it.each([
      {
        shown: 'a lost sign-in rather than another pause',
        token: lost,
        posting: paused('quota_spent'),
        hiddenThisWeek: 3,
        title: 'Auto-posting may not work',
      },
      {
        shown: 'a pause rather than a sign-in that ends soon',
        token: endingSoon,
        posting: paused('quota_spent'),
        hiddenThisWeek: 0,
        title: 'Automatic posting is paused',
      },
      {
        shown: 'a sign-in that ends soon',
        token: endingSoon,
        posting: aPostingStatus(),
        hiddenThisWeek: 0,
        title: 'Google ends this sign-in soon',
      },
      {
        shown: 'only the lost sign-in when it is the reason for the pause',
        token: lost,
        posting: paused('needs_reauth'),
        hiddenThisWeek: 0,
        title: 'Auto-posting may not work',
      },
      {
        shown: 'a lost sign-in rather than hidden comments',
        token: lost,
        posting: aPostingStatus(),
        hiddenThisWeek: 3,
        title: 'Auto-posting may not work',
      },
      {
        shown: 'hidden comments rather than a sign-in that ends soon',
        token: endingSoon,
        posting: aPostingStatus(),
        hiddenThisWeek: 3,
        title: '3 of your comments are hidden from others this week.',
      },
    ])(
      'shows $shown (rules 2.4, 13.24)',
      async ({ token, posting, hiddenThisWeek, title }) => {
        server
          .on('GET /api/auth/token-status', token)
          .on('GET /api/posting-status', posting)
          .on('GET /api/outcomes/summary', { hiddenThisWeek, newReplies: 0 });
        renderPage(<PageBanner />, '/history');
        expect(await screen.findByText(title)).toBeInTheDocument();
        const others =
          /^(Auto-posting may not|Automatic posting is|Google ends this|3 of your comments)/;
        expect(screen.getAllByText(others)).toHaveLength(1);
      },
    );
  });
});

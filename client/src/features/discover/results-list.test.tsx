import '../../drafting/bulk-dialog.tsx';
import '../../drafting/generate-dialog.tsx';
import '../../drafting/video-dialog.tsx';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { VideoCommentStatus } from '#shared/contracts/videos.ts';
import { createDraftServer, openResults } from '../../testing/discover-screen.tsx';
import {
  aComment,
  aCommentState,
  aFoundVideo,
  aSearchAnswer,
} from '../../testing/factories.ts';
import { createFrameServer } from '../../testing/fake-frame.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import {
  click,
  expectLink,
  expectNoDialog,
  findDialog,
  press,
  select,
} from '../../testing/page.ts';

const commentedOn = (status: VideoCommentStatus['status']) => {
  const postedAt = status === 'posted' ? '2026-11-20T09:00:00.000Z' : null;
  return aCommentState(aComment({ status, postedAt })).commentStatus;
};

describe('list keys', () => {
  beforeEach(() => {
    const videos = ['One', 'Two', 'Off'].map((title, index) =>
      aFoundVideo({ id: index + 1, title, commentsOff: title === 'Off' }),
    );
    createFrameServer().on('GET /api/videos/search', aSearchAnswer(videos));
  });

  async function inList() {
    const page = openResults();
    await screen.findByRole('heading', { name: 'One' });
    await page.user.keyboard('{ArrowDown}');
    return page;
  }
  const focused = () =>
    document.activeElement?.closest('li')?.querySelector('h2')?.textContent ?? null;

  it('moves with j and k, and stops at both ends', async () => {
    const { user } = await inList();
    expect(focused()).toBe('One');
    await user.keyboard('jj');
    expect(focused()).toBe('Off');
    await user.keyboard('j');
    expect(focused()).toBe('Off');
    await user.keyboard('kkk');
    expect(focused()).toBe('One');
  });

  it('selects and deselects with x', async () => {
    const { user } = await inList();
    await user.keyboard('xjx');
    expect(screen.getByText('2 selected')).toBeInTheDocument();
    await user.keyboard('x');
    expect(screen.getByRole('checkbox', { name: 'Select One' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Select Two' })).not.toBeChecked();
  });

  it('goes to the search field with /, where the keys type', async () => {
    const { user } = await inList();
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    await user.keyboard('jx');
    expect(screen.getByRole('searchbox')).toHaveValue('probesjx');
  });

  it('accepts keys after a click on a checkbox', async () => {
    const { user } = await inList();
    await click('checkbox', 'Select Two');
    await user.keyboard('j');
    expect(focused()).toBe('Off');
  });

  it('generates for the focused row with g, and gives the focus back', async () => {
    const { user } = await inList();
    await user.keyboard('jg');
    expect(
      await screen.findByRole('dialog', { name: 'Generate Comment' }),
    ).toHaveTextContent('Two');
    await user.keyboard('{Escape}');
    await expect.poll(focused).toBe('Two');
  });

  it('generates nothing with g for a row that cannot have a comment', async () => {
    const { user } = await inList();
    await user.keyboard('jj');
    expect(focused()).toBe('Off');
    await user.keyboard('g');
    expectNoDialog();
  });

  it('generates for the selected videos with g', async () => {
    const { user } = await inList();
    await user.keyboard('xg');
    expect(
      await screen.findByRole('dialog', { name: 'Bulk Comment Generation' }),
    ).toBeInTheDocument();
  });
});

describe('choosing among results (rules 2.6, 2.8)', () => {
  const found = [
    aFoundVideo({ id: 1, title: 'Closed', commentsOff: true, matchScore: 99 }),
    aFoundVideo({
      id: 2,
      title: 'Written on',
      matchScore: 90,
      commentStatus: commentedOn('pending'),
    }),
    aFoundVideo({ id: 3, title: 'Deutsch', matchScore: 80, language: 'de-DE' }),
    aFoundVideo({ id: 4, title: 'Last', matchScore: 70 }),
  ];
  const titles = () =>
    screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

  async function results(videos = found) {
    const server = createFrameServer().on(
      'GET /api/videos/search',
      aSearchAnswer(videos),
    );
    const page = openResults();
    await screen.findByRole('heading', { name: 'Last' });
    return { ...page, server };
  }

  it('lists videos that cannot be commented on last', async () => {
    await results();
    expect(titles()).toEqual(['Written on', 'Deutsch', 'Last', 'Closed']);
    expect(screen.getByRole('checkbox', { name: 'Select Closed' })).toBeDisabled();
  });

  it('leaves videos that cannot be commented on out of Select All', async () => {
    await results();
    await click('checkbox', 'Select All');
    expect(
      screen.getByRole('button', { name: 'Generate 3 Comments' }),
    ).toBeInTheDocument();
  });

  it('deselects all with a second press of Select All', async () => {
    await results();
    await click('checkbox', 'Select All');
    await click('checkbox', 'Select All');
    expect(
      screen.queryByRole('button', { name: /^Generate \d/ }),
    ).not.toBeInTheDocument();
  });

  it('selects and deselects a range with Shift', async () => {
    const { user } = await results();
    const box = (title: string) =>
      screen.getByRole('checkbox', { name: `Select ${title}` });
    await user.click(box('Written on'));
    expect(screen.getByRole('checkbox', { name: 'Select All' })).toBePartiallyChecked();
    await user.keyboard('{Shift>}');
    await user.click(box('Last'));
    expect(screen.getByText('3 selected')).toBeInTheDocument();
    await user.click(box('Deutsch'));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('1 selected')).toBeInTheDocument();
    expect(box('Written on')).toBeChecked();
  });

  it('leaves out videos with a comment, without another search', async () => {
    const { server } = await results();
    await press('Not commented yet');
    expect(titles()).toEqual(['Deutsch', 'Last', 'Closed']);
    expect(server.sent('GET /api/videos/search')).toHaveLength(1);
  });

  it('filters by language, and keeps the filters in the address', async () => {
    await results();
    await press('Not commented yet');
    await select('Language', 'German');
    expect(titles()).toEqual(['Deutsch']);
    expect(window.location.search).toContain('uncommented=true&language=de');
    expect(screen.getByText('Showing 1-1 of 4 results')).toBeInTheDocument();
    expect(screen.queryByText('by YouTube’s count')).not.toBeInTheDocument();
  });

  it('shows all results again with Reset filters', async () => {
    await results();
    await press('Not commented yet');
    await press('Reset filters');
    expect(titles()).toHaveLength(4);
  });

  it('shows a link to add subjects instead of a percentage when there are none (rule 2.9)', async () => {
    await results([aFoundVideo({ title: 'Last', hasMatch: false })]);
    expect(screen.queryByText(/% Match/)).not.toBeInTheDocument();
    expectLink('Add expertise areas to see what fits', '/discover?setup=open');
  });

  it('says when the filters leave no result', async () => {
    await results([
      aFoundVideo({ title: 'Last', commentStatus: commentedOn('pending') }),
    ]);
    await press('Not commented yet');
    expect(screen.getByText('Showing 0 of 1 results')).toBeInTheDocument();
  });
});

describe('discover dialogs', () => {
  const video = aFoundVideo({ id: 7, title: 'Probes that lie' });
  let server: FakeServer;

  beforeEach(() => {
    const drafted = aComment({ id: 70, video, content: 'A drafted text.' });
    server = createDraftServer(drafted).on(
      'GET /api/videos/search',
      aSearchAnswer([video]),
    );
  });

  it('opened by an address, the generate dialog waits for a press (rule 2.11)', async () => {
    openResults();
    await screen.findByRole('button', { name: 'Generate Comment' });
    window.history.pushState(null, '', `${window.location.pathname}?q=probes&generate=7`);
    const dialog = await findDialog('Generate Comment');
    await new Promise((resolve) => setTimeout(resolve));
    expect(server.sent('POST /api/comments/generate')).toEqual([]);
    await press('Generate Comment', dialog);
    expect(await screen.findByDisplayValue('A drafted text.')).toBeInTheDocument();
  });

  describe('the bulk dialog', () => {
    async function openBulk() {
      openResults();
      await click('checkbox', 'Select All');
      await press('Generate 1 Comment');
      await screen.findByRole('dialog', { name: 'Bulk Comment Generation' });
    }

    it('is closed by Back (rule 2.12)', async () => {
      await openBulk();
      window.history.back();
      await waitFor(expectNoDialog);
      expect(window.location.pathname).toBe('/discover');
      expect(
        screen.getByRole('button', { name: 'Generate 1 Comment' }),
      ).toBeInTheDocument();
    });

    it('starts no run when it is opened by Forward (rule 2.12)', async () => {
      await openBulk();
      window.history.back();
      await waitFor(expectNoDialog);
      window.history.forward();
      await screen.findByRole('dialog', { name: 'Bulk Comment Generation' });
      expect(server.sent('POST /api/comments/generate-bulk')).toEqual([]);
    });

    it('starts no run when it is opened by an address, and lists only found videos', async () => {
      openResults();
      await screen.findByRole('checkbox', { name: 'Select All' });
      act(() => window.history.pushState(null, '', '/discover?q=probes&bulk=7-8'));
      const dialog = await findDialog('Bulk Comment Generation');
      expect(dialog.getByText('1 video selected')).toBeInTheDocument();
      expect(server.sent('POST /api/comments/generate-bulk')).toEqual([]);
    });

    it('closes at an address without a found video', async () => {
      await openBulk();
      act(() => window.history.pushState(null, '', '/discover?q=probes&bulk=8'));
      await waitFor(expectNoDialog);
    });
  });
});

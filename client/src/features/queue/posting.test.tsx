import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { newestUnsavedEdits, unsavedEdit } from '../../lib/unsaved.ts';
import { aPostingStatus, signedOut, someQuota } from '../../testing/factories.ts';
import {
  aNumberedItem,
  commentIdIn,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { brokenOff, type Call, held, json, problem } from '../../testing/fake-server.ts';
import {
  drawn,
  expectAsksAgain,
  expectLink,
  expectNotice,
  findDialog,
  findQuestion,
  postNow,
  press,
} from '../../testing/page.ts';
import {
  editor,
  listed,
  openEdited,
  opened,
  openQueue,
  openTitle,
  queryRow,
} from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

async function postAllApproved(count: number) {
  await press(`Post Approved Now (${count})`);
  await press(`Post ${count} Now`);
}

describe('posting', () => {
  beforeEach(() => {
    queue.items = [
      aNumberedItem(1, { status: 'approved' }),
      aNumberedItem(2, { status: 'approved' }),
      aNumberedItem(3),
    ];
  });

  const youtubeUrl = 'https://www.youtube.com/watch?v=video-1&lc=Ug1';
  const posting = {
    state: 'confirming',
    reason: 'We are looking.',
    nextTryAt: null,
  } as const;
  const answerPost = (call: Call) =>
    json(queue.change(commentIdIn(call), { status: 'posted', youtubeUrl }));

  it('posts a comment and links to it (rule 11.1)', async () => {
    queue.server.on('POST /api/comments/:id/post', answerPost);
    await openQueue({ query: '?comment=1' });
    await postNow('Video number 1');
    await expectNotice(
      'Comment Posted to YouTube!',
      'Your comment has been successfully posted to the video.',
    );
    expectLink('Open on YouTube', youtubeUrl);
    expect(queue.server.sent('POST /api/comments/:id/post')).toEqual([{ revision: 1 }]);
  });

  it('removes a posted comment from the list and opens the next one', async () => {
    queue.server.on('POST /api/comments/:id/post', answerPost);
    await openQueue({ query: '?comment=1' });
    await postNow('Video number 1');
    await expectNotice('Comment Posted to YouTube!');
    expect(queryRow('Video number 1')).not.toBeInTheDocument();
    expect(openTitle()).toBe('Video number 2');
  });

  it('drops an unsaved edit that equals the posted text', async () => {
    unsavedEdit(1, 1).write('Draft number 1');
    queue.server.on('POST /api/comments/:id/post', answerPost);
    await openQueue({ query: '?comment=1' });
    await postNow('Video number 1');
    await expectNotice('Comment Posted to YouTube!');
    expect(newestUnsavedEdits().size).toBe(0);
  });

  it('shows why a post was refused, and loads the comment again (rule 11.1)', async () => {
    queue.server.on(
      'POST /api/comments/:id/post',
      problem(429, 'quota_spent', 'The quota is used up.'),
    );
    await openQueue({ query: '?comment=1' });
    await expectAsksAgain(queue.server, '/api/queue/index', async () => {
      await postNow('Video number 1');
      await expectNotice('Posting Failed', 'The quota is used up.');
    });
  });

  it('says that posting failed when the server gives no reason, and can be tried again', async () => {
    queue.server.on('POST /api/comments/:id/post', brokenOff);
    await openQueue({ query: '?comment=1' });
    await postNow('Video number 1');
    await expectNotice('Posting Failed', 'Failed to post comment');
    expect(
      (await opened('Video number 1')).getByRole('button', { name: 'Post Now' }),
    ).toBeEnabled();
  });

  it('asks once before posting all approved, with count and channel (rule 7.13)', async () => {
    await openQueue();
    await press('Post Approved Now (2)');
    const question = await findQuestion('Post 2 comments now?');
    expect(await question.findByText('Ada on Systems')).toBeInTheDocument();
    expect(
      question.getByText(/^They will be posted one after another/),
    ).toHaveTextContent(
      'They will be posted one after another as Ada on Systems. Many comments within minutes can look like spam to YouTube; spaced out they do not.',
    );
    expect(queue.server.sent('POST /api/comments/:id/post')).toEqual([]);
  });

  it('shows the progress while all approved are posted', async () => {
    const [first, second] = [held(null), held(null)];
    queue.server.on('POST /api/comments/:id/post', async (call) => {
      await (commentIdIn(call) === 1 ? first : second).answer(call);
      return answerPost(call);
    });
    await openQueue();
    await postAllApproved(2);
    expect(await screen.findByText('Posting 1 of 2…')).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByText('Posting')).toHaveLength(2));
    first.release();
    expect(await screen.findByText('Posting 2 of 2…')).toBeInTheDocument();
    second.release();
    await expectNotice('Bulk Posting Complete');
  });

  it('says that all approved were posted, and links to them', async () => {
    queue.server.on('POST /api/comments/:id/post', answerPost);
    await openQueue();
    await postAllApproved(2);
    await expectNotice(
      'Bulk Posting Complete',
      'Successfully posted 2 comment(s) to YouTube.',
    );
    expectLink('Show Posted', '/history?status=posted');
    expect(listed()).toEqual(['Video number 3']);
  });

  it('says how many were posted, unconfirmed and refused', async () => {
    queue.items = [1, 2, 3, 4, 5, 6].map((id) =>
      aNumberedItem(id, { status: 'approved' }),
    );
    queue.server.on('POST /api/comments/:id/post', (call) => {
      if (commentIdIn(call) === 2) return json(queue.change(2, { posting }), 202);
      if (commentIdIn(call) === 1)
        return problem(409, 'comments_off', 'Comments are off.');
      return answerPost(call);
    });
    await openQueue();
    await postAllApproved(6);
    await expectNotice(
      'Bulk Posting Complete',
      'Successfully posted 4 comment(s) to YouTube. 1 not confirmed by YouTube yet. 1 not posted. “Video number 1”: Comments are off.',
      { urgent: true },
    );
    expect(screen.getByText('Confirming')).toBeInTheDocument();
  });

  it('uses the singular for one approved comment', async () => {
    queue.items = [aNumberedItem(1, { status: 'approved' })];
    await openQueue();
    await press('Post Approved Now (1)');
    const question = await findQuestion('Post 1 comment now?');
    expect(question.getByText(/^It will be posted/)).toHaveTextContent(
      /^It will be posted as Ada on Systems\.$/,
    );
    expect(question.getByRole('button', { name: 'Post 1 Now' })).toBeInTheDocument();
  });

  it('says that none is confirmed yet, and links to those comments', async () => {
    queue.server.on('POST /api/comments/:id/post', (call) =>
      json(queue.change(commentIdIn(call), { posting }), 202),
    );
    await openQueue();
    await postAllApproved(2);
    await expectNotice('Not Confirmed Yet', '2 not confirmed by YouTube yet.');
    expectLink('Show Unconfirmed', '/queue?filter=approved');
    expect(screen.queryByRole('link', { name: 'Show Posted' })).not.toBeInTheDocument();
  });

  it.each([
    ['two', { dailyCap: 50, postedToday: 48 }, null],
    [
      'one',
      { dailyCap: 50, postedToday: 49 },
      /^Only 1 more can be posted today: your limit is 50 a day/,
    ],
    ['none', { dailyCap: 50, postedToday: 50 }, /^No more can be posted today/],
  ])(
    'shows in advance how many can still be posted today: %s (rule 7.10)',
    async (_, posting, sentence) => {
      queue.server
        .on('GET /api/posting-status', aPostingStatus(posting))
        .on('GET /api/quota', someQuota());
      const { client } = await openQueue();
      await press('Post Approved Now (2)');
      await screen.findByRole('alertdialog', { name: 'Post 2 comments now?' });
      for (const key of ['posting-status', 'quota'])
        await waitFor(() => expect(client.getQueryData([key])).toBeDefined());
      await drawn();
      if (sentence) expect(await screen.findByText(sentence)).toBeInTheDocument();
      else expect(screen.queryByText(/can be posted today/)).not.toBeInTheDocument();
    },
  );

  it.each([
    [problem(409, 'posting_paused', 'Posting is paused.'), 'Posting is paused.'],
    [new Response(null, { status: 500 }), 'Failed to post all comments'],
  ])('shows why none was posted (rules 7.7, 11.1): %#', async (answer, words) => {
    queue.server.on('POST /api/comments/:id/post', answer);
    await openQueue();
    await postAllApproved(2);
    await expectNotice('Bulk Posting Failed', words);
  });

  it('speaks of “your channel” before its name is known', async () => {
    queue.server.on('GET /api/auth/user', signedOut());
    await openQueue();
    await press('Post Approved Now (2)');
    expect(
      await screen.findByText(/^They will be posted one after another on your channel\./),
    ).toBeInTheDocument();
  });

  describe('while an unsaved edit cannot be saved', () => {
    beforeEach(() => {
      queue.server.on('PATCH /api/comments/:id', brokenOff);
    });

    it('does not post that comment (rule 12.6)', async () => {
      await openEdited({ query: '?comment=1' });
      await postNow('Video number 1');
      await expectNotice('Save Failed', 'Failed to save comment');
      expect(queue.server.sent('POST /api/comments/:id/post')).toEqual([]);
    });

    it('still posts the others, and names that comment with a link (rule 12.6)', async () => {
      await openEdited({ query: '?comment=1' });
      await postAllApproved(2);
      await expectNotice('Bulk Posting Complete', /1 not posted\. “Video number 1”: /, {
        urgent: true,
      });
      expectLink('Open It', '/queue?comment=1');
      expect(queue.statuses()).toEqual(['approved', 'posted', 'pending']);
    });

    it('still schedules the others, and names that comment with a link (rule 12.6)', async () => {
      await openEdited({ query: '?comment=1' });
      await press('Schedule Approved (2)');
      const dialog = await findDialog('Schedule Approved Comments');
      await press('Schedule', dialog);
      await expectNotice(
        'Scheduling Failed',
        /^1 of 2 comments were scheduled\. “Video number 1”: /,
      );
      expectLink('Open It', '/queue?comment=1');
      expect(queue.items.map(({ scheduledFor }) => scheduledFor !== null)).toEqual([
        false,
        true,
        false,
      ]);
    });
  });

  it('leaves out a comment whose text is being edited when its turn comes (rule 12.6)', async () => {
    const first = held(null);
    queue.server.on('POST /api/comments/:id/post', async (call) => {
      await first.answer(call);
      return queue.answerPost(call);
    });
    queue.items = [1, 2, 3, 4, 5].map((id) => aNumberedItem(id, { status: 'approved' }));
    const { user } = await openQueue({ query: '?comment=5' });
    await postAllApproved(5);
    await user.type(editor(), ' Half a sen');
    first.release();
    await expectNotice(
      'Bulk Posting Complete',
      /“Video number 5”: Its text is being edited/,
      {
        urgent: true,
      },
    );
    expect(queue.statuses()).toEqual([
      'posted',
      'posted',
      'posted',
      'posted',
      'approved',
    ]);
  });
});

describe('while posting is on hold', () => {
  const nextTryAt = '2026-11-22T09:00:00.000Z';
  const reason = 'YouTube asks us to slow down.';

  beforeEach(() => {
    queue.items = [1, 2].map((id) => aNumberedItem(id, { status: 'approved' }));
    const hold = { code: 'rate_limited_by_youtube', reason, attempts: 2, nextTryAt };
    queue.server
      .on('GET /api/posting-status', aPostingStatus({ hold }))
      .on('POST /api/comments/:id/post', (call) =>
        (call.body as { underHold?: boolean }).underHold
          ? queue.answerPost(call)
          : problem(409, 'posting_held', reason),
      );
  });

  async function tryToPost() {
    await openQueue();
    await postNow('Video number 1');
    return findQuestion('Posting is on hold');
  }

  it('says why and until when, and asks (rule 7.7)', async () => {
    const question = await tryToPost();
    expect(question.getByText(reason)).toBeInTheDocument();
    expect(await question.findByText(/^Chime In tries again on/)).toHaveTextContent(
      'Nov 22, 2026, 9:00 AM',
    );
    expect(await question.findByText('Ada on Systems')).toBeInTheDocument();
    expect(screen.queryByText('Posting Failed')).not.toBeInTheDocument();
  });

  it('posts nothing when the user keeps the comment', async () => {
    const question = await tryToPost();
    await press('Keep', question);
    expect(queue.server.sent('POST /api/comments/:id/post')).toEqual([{ revision: 1 }]);
    await waitFor(() =>
      expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus(),
    );
  });

  it('posts a single comment after a confirmation (rule 7.7)', async () => {
    const question = await tryToPost();
    await press('Try This One', question);
    await expectNotice('Comment Posted to YouTube!');
    expect(queue.server.sent('POST /api/comments/:id/post').at(-1)).toEqual({
      revision: 1,
      underHold: true,
    });
  });
});

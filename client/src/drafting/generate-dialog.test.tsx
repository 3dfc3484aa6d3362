import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { writeUnsavedText } from '../lib/unsaved.ts';
import {
  createDraftServer,
  openGenerateDialog,
  openResults,
} from '../testing/discover-screen.tsx';
import {
  aComment,
  aCommentState,
  aFoundVideo,
  anAnalysis,
  aQueueItem,
  aSearchAnswer,
  noCommentState,
  someInsights,
  userSettings,
} from '../testing/factories.ts';
import { type FakeServer, held, json, problem } from '../testing/fake-server.ts';
import {
  click,
  expectFacts,
  expectNoDialog,
  expectNotice,
  findDialog,
  press,
} from '../testing/page.ts';

describe('generate dialog', () => {
  const video = aFoundVideo({
    id: 7,
    title: 'Probes that lie',
    contentInsights: someInsights(),
  });
  const drafted = aComment({ id: 70, video, content: 'A drafted text.' });
  let server: FakeServer;

  beforeEach(() => {
    server = createDraftServer(drafted);
  });

  const opened = (over: Partial<FoundVideo> = {}) =>
    openGenerateDialog({ ...video, ...over });

  async function generated() {
    const page = opened();
    await page.generate();
    await page.dialog.findByDisplayValue('A drafted text.');
    return page;
  }

  it('opens with the three styles, of which insightful is chosen (rule 1.3)', () => {
    const { dialog } = opened();
    const styles = within(dialog.getByRole('radiogroup', { name: 'Comment style' }));
    for (const name of [
      'Insightful & Technical',
      'Supportive & Encouraging',
      'Thought-Provoking',
    ])
      expect(styles.getByRole('radio', { name })).toBeInTheDocument();
    expect(styles.getByRole('radio', { name: 'Insightful & Technical' })).toBeChecked();
  });

  it('opens with the draft going to the queue, but not auto-posted (rule 2.11)', () => {
    const { dialog } = opened();
    expect(dialog.getByRole('checkbox', { name: 'Add to review queue' })).toBeChecked();
    expect(
      dialog.getByRole('checkbox', { name: 'Auto-post after 24h review period' }),
    ).not.toBeChecked();
  });

  it('opens without a text and with nothing to save', () => {
    const { dialog } = opened();
    expect(
      dialog.getByPlaceholderText('The draft appears here, for you to make your own.'),
    ).toBeInTheDocument();
    expect(dialog.getByText('0/2000')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Add to Queue' })).toBeDisabled();
    expect(dialog.queryByRole('button', { name: 'Save Edits' })).not.toBeInTheDocument();
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows the video and its material', () => {
    const { dialog } = opened();
    const regions = dialog
      .getAllByRole('region')
      .map((region) => region.getAttribute('aria-label'));
    expect(regions).toEqual([
      'Video',
      'Transcript or notes',
      'Description',
      'Chapters',
      'Top comments',
    ]);
    const about = within(dialog.getByRole('region', { name: 'Video' }));
    expect(about.getByRole('heading', { name: 'Probes that lie' })).toBeInTheDocument();
    expect(about.getByText('Cluster Notes')).toBeInTheDocument();
    expect(about.getByText('12.3K views')).toBeInTheDocument();
    expect(dialog.getByRole('region', { name: 'Description' })).toHaveTextContent(
      /Rolling updates, probes/,
    );
  });

  it('says when you commented on the channel', async () => {
    const postedAt = new Date(Date.now() - 30 * 3_600_000).toISOString();
    server.on('GET /api/channels/commented', [
      { channelId: video.channelId, postedAt, scheduledFor: [] },
    ]);
    const { dialog } = opened();
    expect(await dialog.findByText(/^You commented on this channel/)).toHaveTextContent(
      '1 day ago',
    );
  });

  it('drafts in the chosen style (rule 2.11)', async () => {
    const { dialog, generate } = opened();
    await click('radio', 'Thought-Provoking', dialog);
    await generate();
    expect(await dialog.findByDisplayValue('A drafted text.')).toBeInTheDocument();
    expect(dialog.getByText('The draft is ready')).toBeInTheDocument();
    expect(server.sent('POST /api/comments/generate')).toMatchObject([
      { videoId: 7, style: 'questioning' },
    ]);
  });

  it('shows the score of a draft, and how it is calculated', async () => {
    const { dialog } = await generated();
    expect(dialog.getByText('82/100 Excellent')).toHaveAttribute(
      'title',
      'Chime In’s estimate of how likely you are to post this text unchanged. The model reads it a second time, and each of its claims is looked up.',
    );
    await press('How the score is calculated', dialog);
    expect(
      dialog.getByRole('region', { name: 'How the score is calculated' }),
    ).toHaveTextContent('Model rating: 40 of 50 8 of 10');
  });

  it('shows the checks and the analysis of a draft', async () => {
    const { dialog } = await generated();
    expect(dialog.getByText('180 characters')).toBeInTheDocument();
    expectFacts(
      {
        'Engagement potential': 'High',
        'Technical accuracy': 'Sound',
        Tone: 'Friendly',
        'Platform compliance': 'All checks passed',
      },
      within(dialog.getByRole('region', { name: 'Analysis' })),
    );
  });

  it('shows no score once the draft was edited', async () => {
    const { dialog, user, text } = await generated();
    expect(dialog.queryByText('Not scored since your edit')).not.toBeInTheDocument();
    await user.type(text, '!');
    expect(dialog.getByText('Not scored since your edit')).toBeInTheDocument();
    expect(dialog.queryByText('82/100 Excellent')).not.toBeInTheDocument();
  });

  it.each([
    [2_000, '', true],
    [2_001, 'Long for a comment: most readers will only see its beginning.', true],
    [10_000, 'Long for a comment: most readers will only see its beginning.', true],
    [10_001, 'Longer than 10,000 characters cannot be saved.', false],
  ])(
    'says what a length of %i characters means (rule 5.2)',
    async (length, note, isSavable) => {
      const { dialog, text } = await generated();
      fireEvent.change(text, { target: { value: 'x'.repeat(length) } });
      expect(text).toHaveAccessibleDescription(`${length}/2000 ${note}`.trim());
      expect(dialog.getByText(/\/2000/).classList.contains('text-failed')).toBe(
        note !== '',
      );
      const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save Edits' });
      expect(save.disabled).toBe(!isSavable);
      expect(dialog.getByRole('button', { name: 'Add to Queue' })).toBeEnabled();
    },
  );

  const asked = (path: string) =>
    server.calls.filter((call) => call.path === path).map(({ query }) => query['ids']);

  describe('Add to Queue with an edited draft', () => {
    const saved = { ...drafted, content: 'Mine.', revision: 2 };

    async function addEdited() {
      server
        .on('PATCH /api/comments/:id', saved)
        .on('POST /api/queue', () => json(aQueueItem({ comment: saved }), 201))
        .on('GET /api/queue/index', []);
      const page = await generated();
      page.client.setQueryData(['work'], []);
      page.client.setQueryData(['stats'], {});
      await page.user.clear(page.text);
      await page.user.type(page.text, 'Mine.');
      await press('Add to Queue', page.dialog);
      await waitFor(expectNoDialog);
      return page;
    }

    it('saves the edit, adds the comment, says so and closes (rule 12.6)', async () => {
      await addEdited();
      await expectNotice(
        'Added to Queue',
        'Comment has been added to your review queue.',
      );
      expect(server.sent('PATCH /api/comments/70')).toEqual([
        { content: 'Mine.', revision: 1 },
      ]);
      expect(server.sent('POST /api/queue')).toEqual([
        { commentId: 70, priority: 0, autoPost: false },
      ]);
    });

    it('refreshes the counts and the queue', async () => {
      const { client } = await addEdited();
      expect(client.getQueryState(['stats'])?.isInvalidated).toBe(true);
      await waitFor(() => expect(asked('/api/queue/index')).toContain('70'));
    });
  });

  it('queues with auto-post when its checkbox is on', async () => {
    server.on('POST /api/queue', () =>
      json(aQueueItem({ comment: drafted, autoPost: true }), 201),
    );
    const { dialog } = await generated();
    await click('checkbox', /^Auto-post/, dialog);
    await press('Add to Queue', dialog);
    await expectNotice('Added to Queue');
    expect(server.sent('POST /api/queue')).toEqual([
      { commentId: 70, priority: 0, autoPost: true },
    ]);
  });

  it('keeps the auto-post checkbox while Add to review queue is switched off and on', async () => {
    const { dialog } = await generated();
    await click('checkbox', /^Auto-post/, dialog);
    for (let times = 0; times < 2; times += 1)
      await click('checkbox', /^Add to review/, dialog);
    expect(dialog.getByRole('checkbox', { name: /^Auto-post/ })).toBeChecked();
  });

  it('queues with Add to Queue even if the checkbox is off (rules 2.11, 5.3)', async () => {
    server.on('POST /api/queue', () => json(aQueueItem({ comment: drafted }), 201));
    const { dialog } = await generated();
    await click('checkbox', 'Add to review queue', dialog);
    expect(dialog.getByRole('checkbox', { name: /^Auto-post/ })).toBeEnabled();
    await press('Add to Queue', dialog);
    await expectNotice('Added to Queue', 'Comment has been added to your review queue.');
    expect(server.sent('POST /api/queue')).toEqual([
      { commentId: 70, priority: 0, autoPost: false },
    ]);
  });

  it('only saves on Ctrl Enter if the checkbox is off (rule 2.11)', async () => {
    const { dialog, user, text } = await generated();
    server.on('PATCH /api/comments/:id', {
      ...drafted,
      content: 'A drafted text!',
      revision: 2,
    });
    await click('checkbox', 'Add to review queue', dialog);
    await user.type(text, '{Backspace}!{Control>}{Enter}{/Control}');
    await expectNotice('Comment Saved', 'Your edits have been saved successfully.');
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    expect(server.sent('POST /api/queue')).toEqual([]);
  });

  it('says when there is no comment to save (rule 5.3)', async () => {
    writeUnsavedText('draft-on.7', 'Half a thou');
    const { dialog, text, user } = opened();
    await click('checkbox', 'Add to review queue', dialog);
    await user.type(text, '{Control>}{Enter}{/Control}');
    await expectNotice('Save Failed', 'No comment to save');
  });

  it('disables Add to Queue while a request runs (rule 5.3)', async () => {
    const { dialog } = await generated();
    const answer = held(aQueueItem({ comment: drafted }), 201);
    server.on('POST /api/queue', answer.answer);
    await press('Add to Queue', dialog);
    expect(dialog.getByRole('button', { name: 'Add to Queue' })).toBeDisabled();
    answer.release();
    await waitFor(expectNoDialog);
  });

  it('cannot queue or save an empty text (rule 5.3)', async () => {
    const { dialog, user, text } = await generated();
    await user.clear(text);
    await user.type(text, ' ');
    expect(dialog.getByRole('button', { name: 'Add to Queue' })).toBeDisabled();
    expect(dialog.queryByRole('button', { name: 'Save Edits' })).not.toBeInTheDocument();
  });

  describe('Generate Again with an edited draft', () => {
    const saved = { ...drafted, content: 'A drafted text. Ok', revision: 2 };
    const again = {
      ...drafted,
      content: 'Another draft.',
      revision: 3,
      previousTextCount: 1,
    };

    beforeEach(() => {
      server
        .on('PATCH /api/comments/:id', saved)
        .on('POST /api/comments/:id/regenerate', {
          comment: again,
          analysis: anAnalysis(),
        });
    });

    it('saves the edit first, and keeps it as an earlier version (rule 2.20)', async () => {
      const { dialog, user, text } = await generated();
      expect(dialog.queryByText(/^Earlier versions/)).not.toBeInTheDocument();
      await user.type(text, ' Ok');
      await press('Generate Again', dialog);
      expect(await dialog.findByDisplayValue('Another draft.')).toBeInTheDocument();
      expect(server.sent('PATCH /api/comments/70')).toEqual([
        { content: saved.content, revision: 1 },
      ]);
      expect(dialog.getByText('Earlier versions (1)')).toBeInTheDocument();
    });

    it('drafts nothing when the edit could not be saved, and keeps it (rule 2.20)', async () => {
      server.on('PATCH /api/comments/:id', problem(503, 'database_unavailable', 'Away.'));
      const { dialog, user, text } = await generated();
      await user.type(text, ' Ok');
      await press('Generate Again', dialog);
      await expectNotice('Save Failed', 'Away.');
      expect(text).toHaveValue(saved.content);
      expect(server.sent('POST /api/comments/70/regenerate')).toEqual([]);
    });
  });

  it('refuses to queue the text of an unfinished draft (rule 5.3)', async () => {
    writeUnsavedText('draft-on.7', 'Half a thou');
    const { dialog, text } = opened();
    expect(text).toHaveValue('Half a thou');
    await press('Add to Queue', dialog);
    expect(dialog.queryByRole('button', { name: 'Save Edits' })).not.toBeInTheDocument();
    expect(await screen.findByText('No comment generated yet')).toBeInTheDocument();
  });

  it.each([
    ['score', { engagementScore: null }],
    ['insights', { contentInsights: null, engagementScore: 64 }],
  ])('shows no Content Intelligence Analysis without a video’s %s', (_, over) => {
    const { dialog } = opened(over);
    expect(dialog.queryByText('Content Intelligence Analysis')).not.toBeInTheDocument();
  });

  it('says that a comment already exists and links to it in the row (rules 8.3, 11.1)', async () => {
    server
      .on('GET /api/videos/comment-states', [noCommentState(video.id)])
      .on('GET /api/videos/search', aSearchAnswer([video]));
    server.on('POST /api/comments/generate', () => {
      server.on('GET /api/videos/comment-states', [aCommentState(drafted)]);
      return problem(409, 'comment_exists', 'A comment for this video already exists.');
    });
    openResults();
    await press('Generate Comment');
    const dialog = await findDialog('Generate Comment');
    await press('Generate Comment', dialog);
    await expectNotice(
      'Comment Already Exists',
      'A comment has already been generated for this video. Check your History page to see it.',
    );
    await press('Cancel', dialog);
    expect(
      await screen.findByRole('button', { name: 'View Comment' }),
    ).toBeInTheDocument();
  });

  it('starts with the queue checkbox set by Auto Queue (rule 2.11)', async () => {
    server.on('GET /api/user-settings', userSettings({ autoQueueEnabled: false }));
    const { dialog } = opened();
    await waitFor(() =>
      expect(
        dialog.getByRole('checkbox', { name: 'Add to review queue' }),
      ).not.toBeChecked(),
    );
  });

  it('shows the Content Intelligence Analysis at first, and closes it on a press (rule 2.11)', async () => {
    const { dialog } = opened({ engagementScore: 64 });
    expect(dialog.getByRole('progressbar', { name: 'Engagement score' })).toBeVisible();
    await click('heading', 'Content Intelligence Analysis', dialog);
    expect(dialog.getByText('Engagement score')).not.toBeVisible();
  });
});

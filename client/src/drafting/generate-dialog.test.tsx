import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Alternative } from '#shared/contracts/drafts.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { writeUnsavedText } from '../lib/unsaved.ts';
import {
  createDraftServer,
  openDraft,
  openGenerateDialog,
  openResults,
} from '../testing/discover-screen.tsx';
import {
  aComment,
  aCommentState,
  aFoundVideo,
  anAlternative,
  anAnalysis,
  aQueueItem,
  aSearchAnswer,
  noCommentState,
  someInsights,
  userSettings,
} from '../testing/factories.ts';
import { brokenOff, type FakeServer, held, json, problem } from '../testing/fake-server.ts';
import { expectFacts, expectLink, expectNotice } from '../testing/page.ts';
import { renderPage } from '../testing/render.tsx';
import { WhatChanged } from './draft-choices.tsx';

describe('generate dialog', () => {
  const video = aFoundVideo({ id: 7, title: 'Probes that lie', contentInsights: someInsights() });
  const drafted = aComment({ id: 70, video, content: 'A drafted text.' });
  let server: FakeServer;

  beforeEach(() => {
    server = createDraftServer(drafted);
  });

  const opened = (over: Partial<FoundVideo> = {}) => openGenerateDialog({ ...video, ...over });

  async function generated() {
    const page = opened();
    await page.generate();
    await page.dialog.findByDisplayValue('A drafted text.');
    return page;
  }

  it('opens with its defaults: insightful, to the queue, not auto-posted, nothing to save (rules 1.3, 2.11)', async () => {
    const postedAt = new Date(Date.now() - 30 * 3_600_000).toISOString();
    server.on('GET /api/channels/commented', [{ channelId: video.channelId, postedAt, scheduledFor: [] }]);
    const { dialog } = opened();
    const styles = within(dialog.getByRole('radiogroup', { name: 'Comment style' }));
    for (const name of ['Insightful & Technical', 'Supportive & Encouraging', 'Thought-Provoking'])
      expect(styles.getByRole('radio', { name })).toBeInTheDocument();
    expect(
      dialog.getByPlaceholderText('The draft appears here, for you to make your own.'),
    ).toBeInTheDocument();
    expect(styles.getByRole('radio', { name: 'Insightful & Technical' })).toBeChecked();
    expect(dialog.getByRole('checkbox', { name: 'Add to review queue' })).toBeChecked();
    expect(dialog.getByRole('checkbox', { name: 'Auto-post after 24h review period' })).not.toBeChecked();
    expect(dialog.getByRole('button', { name: 'Add to Queue' })).toBeDisabled();
    expect(dialog.queryByRole('button', { name: 'Save Edits' })).not.toBeInTheDocument();
    expect(dialog.getByText('0/2000')).toBeInTheDocument();
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
    const regions = dialog.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
    expect(regions).toEqual(['Video', 'Transcript or notes', 'Description', 'Chapters', 'Top comments']);
    const about = within(dialog.getByRole('region', { name: 'Video' }));
    expect(about.getByRole('heading', { name: 'Probes that lie' })).toBeInTheDocument();
    expect(about.getByText('Cluster Notes · 12.3K views')).toBeInTheDocument();
    expect(await about.findByText(/^You commented on this channel/)).toHaveTextContent('1 day ago');
    expect(dialog.getByRole('region', { name: 'Description' })).toHaveTextContent(/Rolling updates, probes/);
    // The video has insights but no score.
    expect(dialog.queryByText('Content Intelligence Analysis')).not.toBeInTheDocument();
  });

  it('drafts in the chosen style and shows score, checks and analysis (rules 2.11, 5.2)', async () => {
    const { dialog, generate, user } = opened();
    await user.click(dialog.getByRole('radio', { name: 'Thought-Provoking' }));
    await generate();
    expect(await dialog.findByDisplayValue('A drafted text.')).toBeInTheDocument();
    expect(server.sent('POST /api/comments/generate')).toMatchObject([{ videoId: 7, style: 'questioning' }]);
    expect(dialog.getByText('82/100 Excellent').title).toBe(
      'Chime In’s estimate of how likely you are to post this text unchanged. The model reads it a second time, and each of its claims is looked up.',
    );
    expect(dialog.getByText('The draft is ready')).toBeInTheDocument();
    expect(dialog.getByRole('region', { name: 'Analysis' })).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'How the score is calculated' }));
    expect(dialog.getByRole('region', { name: 'How the score is calculated' })).toHaveTextContent(
      'Model rating: 40 of 50 8 of 10',
    );
    await user.click(dialog.getByRole('button', { name: 'Analysis' }));
    expect(dialog.queryByText(/^Not scored since your edit/)).not.toBeInTheDocument();
    expect(dialog.getByText('180 characters')).toBeInTheDocument();
    const analysis = within(dialog.getByRole('region', { name: 'Analysis' }));
    expectFacts(
      {
        'Engagement potential': 'High',
        'Technical accuracy': 'Sound',
        Tone: 'Friendly',
        'Platform compliance': 'All checks passed',
      },
      analysis,
    );
    expect(dialog.getByText('15/2000')).toBeInTheDocument();
    const text = dialog.getByRole('textbox', { name: 'Generated comment' });
    for (const [length, note] of [
      [2_000, ''],
      [2_001, 'Long for a comment: most readers will only see its beginning.'],
      [10_000, 'Long for a comment: most readers will only see its beginning.'],
      [10_001, 'Longer than 10,000 characters cannot be saved.'],
    ] as const) {
      fireEvent.change(text, { target: { value: 'x'.repeat(length) } });
      expect(text).toHaveAccessibleDescription(`${length}/2000 ${note}`.trim());
      expect(dialog.getByText(/\/2000/).classList.contains('text-failed')).toBe(length > 2_000);
      const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save Edits' });
      expect(save.disabled).toBe(length > 10_000);
      expect(dialog.getByRole('button', { name: 'Add to Queue' })).toBeEnabled();
    }
    expect(dialog.getByText('Not scored since your edit')).toBeInTheDocument();
    expect(dialog.queryByText('82/100 Excellent')).not.toBeInTheDocument();
  });

  const asked = (path: string) =>
    server.calls.filter((call) => call.path === path).map(({ query }) => query['ids']);

  it('saves edits before queuing, then closes and refreshes queue and stats (rule 12.6)', async () => {
    const { client, dialog, user, text } = await generated();
    client.setQueryData(['work'], []);
    client.setQueryData(['stats'], {});
    server.on('GET /api/queue/index', []);
    const saved = { ...drafted, content: 'Mine.', revision: 2 };
    server
      .on('PATCH /api/comments/:id', saved)
      .on('POST /api/queue', () => json(aQueueItem({ comment: saved, autoPost: true }), 201));
    await user.clear(text);
    await user.type(text, 'Mine.');
    for (const name of [/Auto-post/, /Auto-post/, /Auto-post/, /^Add to review/, /^Add to review/])
      await user.click(dialog.getByRole('checkbox', { name }));
    await user.click(dialog.getByRole('button', { name: 'Add to Queue' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.sent('PATCH /api/comments/70')).toEqual([{ content: 'Mine.', revision: 1 }]);
    expect(server.sent('POST /api/queue')).toEqual([{ commentId: 70, priority: 0, autoPost: true }]);
    await expectNotice('Added to Queue', 'Comment has been added to your review queue.');
    expect(client.getQueryState(['stats'])?.isInvalidated).toBe(true);
    await waitFor(() => expect(asked('/api/queue/index')).toContain('70'));
  });

  it('queues with Add to Queue even if the checkbox is off (rules 2.11, 5.3)', async () => {
    const { dialog, user } = await generated();
    server.on('POST /api/queue', () => json(aQueueItem({ comment: drafted }), 201));
    await user.click(dialog.getByRole('checkbox', { name: 'Add to review queue' }));
    expect(dialog.getByRole('checkbox', { name: /^Auto-post/ })).toBeEnabled();
    await user.click(dialog.getByRole('button', { name: 'Add to Queue' }));
    await expectNotice('Added to Queue', 'Comment has been added to your review queue.');
    expect(server.sent('POST /api/queue')).toEqual([{ commentId: 70, priority: 0, autoPost: false }]);
  });

  it('only saves on Ctrl Enter if the checkbox is off (rule 2.11)', async () => {
    const { dialog, user, text } = await generated();
    server.on('PATCH /api/comments/:id', { ...drafted, content: 'A drafted text!', revision: 2 });
    await user.click(dialog.getByRole('checkbox', { name: 'Add to review queue' }));
    await user.type(text, '{Backspace}!{Control>}{Enter}{/Control}');
    await expectNotice('Comment Saved', 'Your edits have been saved successfully.');
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    expect(server.sent('POST /api/queue')).toEqual([]);
  });

  it('says when there is no comment to save (rule 5.3)', async () => {
    writeUnsavedText('draft-on.7', 'Half a thou');
    const { dialog, text, user } = opened();
    await user.click(dialog.getByRole('checkbox', { name: 'Add to review queue' }));
    await user.type(text, '{Control>}{Enter}{/Control}');
    await expectNotice('Save Failed', 'No comment to save');
  });

  it('disables Add to Queue while a request runs (rule 5.3)', async () => {
    const { dialog, user } = await generated();
    const answer = held(aQueueItem({ comment: drafted }), 201);
    server.on('POST /api/queue', answer.answer);
    await user.click(dialog.getByRole('button', { name: 'Add to Queue' }));
    expect(dialog.getByRole('button', { name: 'Add to Queue' })).toBeDisabled();
    answer.release();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('cannot queue or save an empty text (rule 5.3)', async () => {
    const { dialog, user, text } = await generated();
    await user.clear(text);
    await user.type(text, ' ');
    expect(dialog.getByRole('button', { name: 'Add to Queue' })).toBeDisabled();
    expect(dialog.queryByRole('button', { name: 'Save Edits' })).not.toBeInTheDocument();
  });

  it('saves an edited text before drafting again, and keeps it as an earlier version (rule 2.20)', async () => {
    const { dialog, user, text } = await generated();
    const saved = { ...drafted, content: 'A drafted text. Ok', revision: 2 };
    const again = { ...drafted, content: 'Another draft.', revision: 3, previousTextCount: 1 };
    server
      .on('PATCH /api/comments/:id', problem(503, 'database_unavailable', 'Away.'))
      .on('POST /api/comments/:id/regenerate', { comment: again, analysis: anAnalysis() });
    await user.type(text, ' Ok');
    expect(dialog.queryByText(/^Earlier versions/)).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Generate Again' }));
    await expectNotice('Save Failed', 'Away.');
    expect(text).toHaveValue(saved.content);
    server.on('PATCH /api/comments/:id', saved);
    await user.click(dialog.getByRole('button', { name: 'Generate Again' }));
    expect(await dialog.findByDisplayValue('Another draft.')).toBeInTheDocument();
    expect(server.sent('PATCH /api/comments/70').at(-1)).toEqual({ content: saved.content, revision: 1 });
    expect(server.sent('POST /api/comments/70/regenerate')).toHaveLength(1);
    expect(dialog.getByText('Earlier versions (1)')).toBeInTheDocument();
  });

  it('refuses to queue the text of an unfinished draft (rule 5.3)', async () => {
    writeUnsavedText('draft-on.7', 'Half a thou');
    const { dialog, text, user } = opened({ contentInsights: null, engagementScore: 64 });
    // The video has a score but no insights.
    expect(dialog.queryByText('Content Intelligence Analysis')).not.toBeInTheDocument();
    expect(text).toHaveValue('Half a thou');
    await user.click(dialog.getByRole('button', { name: 'Add to Queue' }));
    expect(dialog.queryByRole('button', { name: 'Save Edits' })).not.toBeInTheDocument();
    expect(await screen.findByText('No comment generated yet')).toBeInTheDocument();
  });

  it('says that a comment already exists and links to it in the row (rules 8.3, 11.1)', async () => {
    server
      .on('GET /api/videos/comment-states', [noCommentState(video.id)])
      .on('GET /api/videos/search', aSearchAnswer([video]));
    server.on('POST /api/comments/generate', () => {
      server.on('GET /api/videos/comment-states', [aCommentState(drafted)]);
      return problem(409, 'comment_exists', 'A comment for this video already exists.');
    });
    const { user } = openResults();
    await user.click(await screen.findByRole('button', { name: 'Generate Comment' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Generate Comment' }));
    await user.click(dialog.getByRole('button', { name: 'Generate Comment' }));
    expect(await screen.findByText('Comment Already Exists')).toBeInTheDocument();
    expect(
      screen.getByText(
        'A comment has already been generated for this video. Check your History page to see it.',
      ),
    ).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'View Comment' })).toBeInTheDocument();
  });

  it('shows a model failure in place of the draft, with two ways to continue (rule 2.11)', async () => {
    server.on(
      'POST /api/comments/generate',
      problem(503, 'model_unavailable', 'The model did not answer in time.'),
    );
    const { dialog, generate, user } = opened();
    await generate();
    expect(await dialog.findByRole('alert')).toHaveTextContent('The model did not answer in time.');
    expect(dialog.queryByRole('textbox', { name: 'Generated comment' })).not.toBeInTheDocument();
    expectLink('Open Language Model', '/settings?tab=general', dialog);
    server.on('POST /api/comments/generate', problem(409, 'no_model', 'No model yet.'));
    await user.click(dialog.getByRole('button', { name: 'Try Again' }));
    expect(await dialog.findByText('No model yet.')).toBeInTheDocument();
    expect(dialog.getByRole('link', { name: 'Connect Yours' })).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
    server.on('POST /api/comments/generate', { comment: drafted, analysis: anAnalysis() });
    await user.click(dialog.getByRole('button', { name: 'Generate Comment' }));
    expect(await dialog.findByRole('textbox', { name: 'Generated comment' })).toHaveValue(drafted.content);
  });

  it.each([
    ['POST /api/comments/generate', 'Generate Comment', 'Error', 'Failed to generate comment'],
    ['PATCH /api/comments/:id', 'Add to Queue', 'Save Failed', 'Failed to save comment'],
    ['POST /api/queue', 'Add to Queue', 'Error', 'Failed to add to queue'],
  ])(
    'shows what failed with the server’s reason, or a default one, to %s (rules 11.1, 11.2, 11.4)',
    async (call, button, title, words) => {
      const { dialog, user } = call.endsWith('generate') ? opened() : await generated();
      if (call.startsWith('PATCH'))
        await user.type(dialog.getByRole('textbox', { name: 'Generated comment' }), ' Ok');
      server.on(call, problem(503, 'database_unavailable', 'It is away.'));
      await user.click(dialog.getByRole('button', { name: button }));
      await expectNotice(title, 'It is away.');
      if (title === 'Error') expect(screen.getByText(words)).toBeInTheDocument();
      server.on(call, brokenOff);
      await user.click(dialog.getByRole('button', { name: button }));
      await expectNotice(title, words);
      expect(screen.getByRole('dialog')).toBeInTheDocument();
      // A text that could not be saved is not queued (rule 12.6).
      expect(server.sent('POST /api/queue')).toHaveLength(call === 'POST /api/queue' ? 2 : 0);
    },
  );

  it('starts with the queue checkbox set by Auto Queue and shows the insights (rule 2.11)', async () => {
    server.on('GET /api/user-settings', userSettings({ autoQueueEnabled: false }));
    const { dialog } = opened({ engagementScore: 64 });
    await waitFor(() =>
      expect(dialog.getByRole('checkbox', { name: 'Add to review queue' })).not.toBeChecked(),
    );
    expect(dialog.getByRole('heading', { name: 'Content Intelligence Analysis' })).toBeInTheDocument();
  });

  it('shows the Content Intelligence Analysis at first, and closes it on a press (rule 2.11)', async () => {
    const { dialog, user } = opened({ engagementScore: 64 });
    expect(dialog.getByRole('progressbar', { name: 'Engagement score' })).toBeVisible();
    await user.click(dialog.getByRole('heading', { name: 'Content Intelligence Analysis' }));
    expect(dialog.getByText('Engagement score')).not.toBeVisible();
  });
});

describe('changing a draft', () => {
  const video = aFoundVideo({ id: 7, title: 'Probes that lie' });
  const drafted = aComment({ id: 70, video, content: 'We kept three of eleven.' });
  const version = (content: string, revision: number, ...before: Alternative[]) => ({
    comment: { ...drafted, content, generatedContent: content, revision },
    analysis: anAnalysis(),
    alternatives: before,
  });
  let server: FakeServer;

  beforeEach(() => {
    server = createDraftServer(drafted, { alternatives: [] });
  });

  const opened = () => openDraft(video);
  const wishes = () => server.sent('POST /api/comments/70/regenerate');

  it('saves edits, shows the changes beside the previous version, and can restore that', async () => {
    const before = 'We kept three of eleven. Mine.';
    server
      .on('PATCH /api/comments/:id', { ...drafted, content: before, revision: 2 })
      .on(
        'POST /api/comments/:id/regenerate',
        version(
          'We kept three.',
          3,
          anAlternative(before, 'Before: Shorter'),
          anAlternative('Another.', 'cost'),
        ),
      );
    const { dialog, user, text } = await opened();
    await user.type(text, ' Mine.');
    await user.click(dialog.getByRole('button', { name: 'Shorter' }));
    await waitFor(() => expect(text).toHaveValue('We kept three.'));
    expect(server.sent('PATCH /api/comments/70')).toEqual([{ content: before, revision: 1 }]);
    expect(wishes()).toMatchObject([{ style: 'insightful', steer: 'shorter' }]);
    const changed = within(dialog.getByRole('region', { name: 'What changed' }));
    expect(changed.getAllByRole('deletion').map(({ textContent }) => textContent)).toEqual([
      ' of eleven',
      ' Mine.',
    ]);
    expect(dialog.getByRole('button', { name: /^Draft 2/ })).toHaveAccessibleName(/Before: Shorter/);

    server.on('POST /api/comments/:id/pick', version(before, 4, anAlternative('We kept three.', '')));
    await user.click(changed.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(text).toHaveValue(before));
    expect(server.sent('POST /api/comments/70/pick')).toEqual([{ alternative: before, revision: 3 }]);
    expect(dialog.queryByRole('region', { name: 'What changed' })).not.toBeInTheDocument();
  });

  it('sends a wish in words with the changed material, and keeps a failed wish', async () => {
    server.on('POST /api/comments/:id/regenerate', problem(503, 'model_unavailable', 'Not now.'));
    const { dialog, user, text } = await opened();
    const wish = dialog.getByRole('textbox', { name: 'What should change?' });
    await user.type(dialog.getByRole('textbox', { name: /^What do you want to say/ }), 'Count');
    await user.type(wish, 'Name the tool{Enter}');
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    expect(text).toHaveValue('We kept three of eleven.');
    expect(wish).toHaveValue('Name the tool');
    server.on('POST /api/comments/:id/regenerate', version('Helm kept three.', 2));
    await user.type(wish, '{Enter}');
    await waitFor(() => expect(text).toHaveValue('Helm kept three.'));
    expect(wishes().at(-1)).toMatchObject({
      style: 'insightful',
      point: 'Count',
      instruction: 'Name the tool',
    });
    await waitFor(() => expect(wish).toHaveValue(''));
  });

  it('offers more than three versions, each with its key', async () => {
    const more = ['Two.', 'Three.', 'Four.', 'Five.'].map((content) => anAlternative(content, 'Before'));
    server.on('POST /api/comments/:id/regenerate', version('One.', 2, ...more));
    const { dialog, user, text } = await opened();
    await user.click(dialog.getByRole('button', { name: 'Shorter' }));
    expect(await dialog.findByText(/^5 drafts to choose from/)).toHaveTextContent(/, or press 1 to 5$/);
    server.on('POST /api/comments/:id/pick', version('Five.', 3));
    await user.keyboard('5');
    await waitFor(() => expect(text).toHaveValue('Five.'));
    expect(server.sent('POST /api/comments/70/pick')).toEqual([{ alternative: 'Five.', revision: 2 }]);
  });

  it('finds changed words in a script without spaces', () => {
    renderPage(
      <WhatChanged
        before="我们保留三个模板"
        after="我们保留五个模板"
        disabled={false}
        onUndo={() => undefined}
      />,
    );
    expect(screen.getByRole('deletion')).toHaveTextContent(/^三$/);
    expect(screen.getByRole('insertion')).toHaveTextContent(/^五$/);
  });
});

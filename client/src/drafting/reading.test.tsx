import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { sandboxModelName } from '#shared/contracts/settings.ts';
import { createDraftServer, openGenerateDialog } from '../testing/discover-screen.tsx';
import {
  aComment,
  aFoundVideo,
  anAlternative,
  anAnalysis,
} from '../testing/factories.ts';
import {
  aDraftStream,
  type FakeServer,
  held,
  json,
  problem,
} from '../testing/fake-server.ts';
import { aModel } from '../testing/fake-settings.ts';
import { expectLink, press } from '../testing/page.ts';

describe('reading', () => {
  const video = aFoundVideo({ id: 7, title: 'Probes that lie' });
  const TEXT = 'A drafted text.';
  const unread = anAnalysis({
    scoreParts: [],
    checks: [],
    engagementPotential: '',
    technicalAccuracy: '',
    tone: '',
  });
  const drafted = aComment({
    id: 70,
    video,
    content: TEXT,
    qualityScore: 60,
    analysis: unread,
  });
  const reading = { text: TEXT, for: 'drafted text', against: 'A', wrong: [] };
  const read = {
    ...drafted,
    qualityScore: 84,
    analysis: { ...unread, tone: 'Dry', reading },
  };
  let server: FakeServer;
  let stream: ReturnType<typeof aDraftStream>;

  beforeEach(() => {
    stream = aDraftStream();
    server = createDraftServer(drafted).on('POST /api/comments/generate', stream.answer);
  });

  async function writing() {
    const page = openGenerateDialog(video);
    await page.generate();
    return page;
  }

  async function done() {
    const page = await writing();
    stream.send({
      name: 'done',
      data: { comment: drafted, analysis: unread, alternatives: [] },
    });
    await page.dialog.findByRole('button', { name: 'Generate Again' });
    return {
      ...page,
      analysis: within(page.dialog.getByRole('region', { name: 'Analysis' })),
    };
  }

  describe('the second reading', () => {
    it('is announced, and the draft can be queued meanwhile', async () => {
      const { dialog, analysis } = await done();
      expect(analysis.getByText('Reading it a second time…')).toBeInTheDocument();
      expect(dialog.queryByText('No second reading yet.')).not.toBeInTheDocument();
      expect(dialog.getByRole('button', { name: 'Add to Queue' })).toBeEnabled();
    });

    it('is added to the draft on the screen', async () => {
      const { dialog, analysis } = await done();
      server.on('GET /api/comments', [read]);
      stream.send({ name: 'judged', data: { comment: read, analysis: read.analysis } });
      expect(await analysis.findByText('“drafted text”')).toBeInTheDocument();
      expect(dialog.getByText('84/100 Excellent')).toBeInTheDocument();
    });

    it('keeps text that was typed meanwhile, and does not score it', async () => {
      const { dialog, user, text, analysis } = await done();
      await user.type(text, ' Mine.');
      server.on('GET /api/comments', [read]);
      stream.send({ name: 'judged', data: { comment: read, analysis: read.analysis } });
      expect(
        await analysis.findByText('Not scored since your edit.'),
      ).toBeInTheDocument();
      expect(analysis.getByText('“drafted text”')).toBeInTheDocument();
      expect(dialog.queryByText('84/100 Excellent')).not.toBeInTheDocument();
      expect(text).toHaveValue(`${TEXT} Mine.`);
    });

    it('is shown as missing when it failed', async () => {
      const { analysis } = await done();
      stream.cut();
      expect(await analysis.findByText('No second reading yet.')).toBeInTheDocument();
    });

    it('is made on a press when it failed', async () => {
      const { analysis } = await done();
      stream.cut();
      await analysis.findByText('No second reading yet.');
      server
        .on('GET /api/comments', [read])
        .on('POST /api/comments/:id/read', { comment: read, analysis: read.analysis });
      await press('Read again', analysis);
      expect(await analysis.findByText('“drafted text”')).toBeInTheDocument();
      expect(server.sent('POST /api/comments/70/read')).toEqual([{ revision: 1 }]);
    });
  });

  describe('two other takes', () => {
    const takes = ['Another angle.', 'A third one.'].map((content) => ({
      ...anAlternative(content, ''),
      scoreParts: [],
    }));
    const withTakes = { comment: drafted, analysis: unread, alternatives: takes };

    /** Asks for two takes. The second one waits for `release`. */
    async function askForTakes() {
      const page = await done();
      const second = held(withTakes);
      server.on('POST /api/comments/:id/takes', () => {
        server.on('POST /api/comments/:id/takes', second.answer);
        return json({ ...withTakes, alternatives: takes.slice(0, 1) });
      });
      await press('Two other takes', page.dialog);
      const group = within(
        await page.dialog.findByRole('group', { name: 'Drafts to choose from' }),
      );
      return { ...page, group, release: second.release };
    }

    it('are written only on a press', async () => {
      const { dialog } = await done();
      expect(
        dialog.queryByRole('group', { name: 'Drafts to choose from' }),
      ).not.toBeInTheDocument();
      expect(server.sent('POST /api/comments/70/takes')).toEqual([]);
    });

    it('can be used as soon as they arrive, beside the present draft', async () => {
      const { group, text, release } = await askForTakes();
      expect(group.getByRole('button', { name: /Another angle\./ })).toBeEnabled();
      expect(group.getAllByRole('button')).toHaveLength(2);
      release();
      expect(await group.findByRole('button', { name: /A third one\./ })).toBeEnabled();
      expect(text).toHaveValue(TEXT);
    });

    it('are requested one by one, and shown without a score', async () => {
      const { group, release } = await askForTakes();
      release();
      await group.findByRole('button', { name: /A third one\./ });
      expect(group.getByRole('button', { name: /Another angle\./ })).toHaveTextContent(
        'not read',
      );
      const asked = { revision: 1, count: 1 };
      expect(server.sent('POST /api/comments/70/takes')).toEqual([asked, asked]);
    });

    it('disappear when the server has dropped them, because there were too many', async () => {
      const { dialog, group, release } = await askForTakes();
      release();
      await group.findByRole('button', { name: /A third one\./ });
      server.on('POST /api/comments/:id/takes', {
        ...withTakes,
        alternatives: takes.slice(1),
      });
      await press('Two other takes', dialog);
      await waitFor(() =>
        expect(group.queryByText('Another angle.')).not.toBeInTheDocument(),
      );
    });

    it('show why they failed', async () => {
      const { dialog } = await done();
      server.on(
        'POST /api/comments/:id/takes',
        problem(503, 'model_unavailable', 'Not now.'),
      );
      await press('Two other takes', dialog);
      expect(await screen.findByText('Not now.')).toBeInTheDocument();
    });
  });

  describe('a model that has nothing to add', () => {
    const detail = 'Only a title is given.';

    async function nothingToAdd() {
      const page = await writing();
      stream.send({
        name: 'problem',
        data: { status: 409, code: 'nothing_to_add', detail },
      });
      const said = await page.dialog.findByText(/Nothing to add here:/);
      return { ...page, said };
    }

    it('says so, and asks what you want to say', async () => {
      const { dialog, said } = await nothingToAdd();
      expect(said.parentElement).toHaveTextContent(`Nothing to add here: ${detail}`);
      expect(
        dialog.getByRole('textbox', { name: /^What do you want to say/ }),
      ).toBeInTheDocument();
    });

    it('writes a draft anyway on a press', async () => {
      const { dialog } = await nothingToAdd();
      server.on('POST /api/comments/generate', { comment: drafted, analysis: unread });
      await press('Write one anyway', dialog);
      await waitFor(() =>
        expect(dialog.queryByText(/Nothing to add here/)).not.toBeInTheDocument(),
      );
      expect(server.sent('POST /api/comments/generate').at(-1)).toMatchObject({
        anyway: true,
      });
    });
  });

  it('says that the sandbox has no prepared draft, and links to connecting a model (rule 1.8)', async () => {
    server.on(
      'GET /api/model-settings',
      aModel({ source: 'sandbox', model: sandboxModelName }),
    );
    const { dialog } = await writing();
    const detail = 'The sandbox has no prepared draft for this one.';
    stream.send({
      name: 'problem',
      data: { status: 409, code: 'nothing_to_add', detail },
    });
    expect(await dialog.findByText(detail)).toBeInTheDocument();
    expect(
      dialog.queryByRole('button', { name: 'Write one anyway' }),
    ).not.toBeInTheDocument();
    expectLink('Connect a model', '/settings?tab=general', dialog);
    expect(dialog.getByText(sandboxModelName)).toBeInTheDocument();
  });
});

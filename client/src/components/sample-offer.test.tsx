import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aSandbox, signedIn } from '../testing/factories.ts';
import { createFakeServer, type FakeServer, problem } from '../testing/fake-server.ts';
import { expectNotice, press } from '../testing/page.ts';
import { renderPage } from '../testing/render.tsx';
import { SampleOffer } from './sample-offer.tsx';

const name = 'Look around with a month of sample data';
let server: FakeServer;

beforeEach(() => {
  server = createFakeServer()
    .on('GET /api/auth/user', signedIn({ sandbox: aSandbox() }))
    .on('GET /api/sandbox', { canLoadSample: true });
});

describe('the offer of sample data (rule 1.7)', () => {
  it('loads the sample in the browser’s time zone, only once for two presses', async () => {
    server.on('POST /api/sandbox/sample', () => new Promise(() => undefined));
    const { user } = renderPage(<SampleOffer />);
    await user.dblClick(await screen.findByRole('button', { name }));
    expect(
      await screen.findByRole('button', { name: 'Loading a month…' }),
    ).toBeInTheDocument();
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(server.sent('POST /api/sandbox/sample')).toEqual([{ timeZone }]);
  });

  it('shows why the sample was not loaded, and can be pressed again', async () => {
    const detail = 'The sample would replace what you have made here.';
    server.on('POST /api/sandbox/sample', problem(409, 'not_empty', detail));
    renderPage(<SampleOffer />);
    await press(name);
    await expectNotice('Failed to load the sample data', detail);
    expect(screen.getByRole('button', { name })).toBeInTheDocument();
  });

  it('is not shown when the owner has data', async () => {
    server.on('GET /api/sandbox', { canLoadSample: false });
    renderPage(<SampleOffer />);
    await waitFor(() =>
      expect(server.calls.some(({ path }) => path === '/api/sandbox')).toBe(true),
    );
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });

  it('is not shown outside the sandbox', async () => {
    server.on('GET /api/auth/user', signedIn());
    renderPage(<SampleOffer />);
    await waitFor(() =>
      expect(server.calls.some(({ path }) => path === '/api/auth/user')).toBe(true),
    );
    expect(server.calls.some(({ path }) => path === '/api/sandbox')).toBe(false);
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });
});

import { someQuota, someStats, userSettings } from './factories.ts';
import { createFakeServer, type FakeServer } from './fake-server.ts';

/** A server with an empty queue for the frame and the search form. */
export const createFrameServer = (): FakeServer =>
  createFakeServer()
    .on('GET /api/queue', [])
    .on('GET /api/videos/comment-states', [])
    .on('GET /api/stats', someStats())
    .on('GET /api/quota', someQuota())
    .on('GET /api/user-settings', userSettings());

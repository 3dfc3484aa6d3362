import {
  aPostingStatus,
  noMaterial,
  someQuota,
  someStats,
  userSettings,
} from './factories.ts';
import { createFakeServer, type FakeServer, json } from './fake-server.ts';

/**
 * Creates a server with an empty queue that answers the requests of the frame and the
 * search form.
 */
export const createFrameServer = (): FakeServer =>
  createFakeServer()
    .on('GET /api/queue', [])
    .on('GET /api/queue/index', [])
    .on('GET /api/videos/search/kept', () => json(null))
    .on('GET /api/queue/free-slots', { times: ['2126-11-23T17:30:00.000Z'] })
    .on('GET /api/videos/comment-states', [])
    .on('GET /api/videos/:id/material', noMaterial())
    .on('GET /api/stats', someStats())
    .on('GET /api/notices', [])
    .on('GET /api/posting-status', aPostingStatus())
    .on('GET /api/quota', someQuota())
    .on('GET /api/user-settings', userSettings())
    .on('GET /api/voice-profiles', []);

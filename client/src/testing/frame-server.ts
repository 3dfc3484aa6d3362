import { noMaterial, someQuota, someStats, userSettings } from './factories.ts';
import { summaryOf } from './fake-lists.ts';
import { createFakeServer, type FakeServer, json } from './fake-server.ts';

/** A server with an empty queue for the frame and the search form. */
export const createFrameServer = (): FakeServer =>
  createFakeServer()
    .on('GET /api/queue', [])
    .on('GET /api/queue/summary', summaryOf([]))
    .on('GET /api/queue/planned-days', [])
    .on('GET /api/videos/search/kept', () => json(null))
    .on('GET /api/queue/free-slots', { times: ['2126-11-23T17:30:00.000Z'] })
    .on('GET /api/videos/comment-states', [])
    .on('GET /api/videos/:id/material', noMaterial())
    .on('GET /api/stats', someStats())
    .on('GET /api/quota', someQuota())
    .on('GET /api/user-settings', userSettings())
    .on('GET /api/voice-profiles', []);

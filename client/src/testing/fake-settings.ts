import type { ModelSettings } from '#shared/contracts/settings.ts';
import type { StyleProfile, VoiceProfile } from '#shared/contracts/voice.ts';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import { aPostingStatus, someQuota, userSettings } from './factories.ts';
import { createFakeServer, json } from './fake-server.ts';

export function aVoiceProfile(over: Partial<VoiceProfile> = {}): VoiceProfile {
  return {
    ...forVoiceFields({ text: () => null, list: (): string[] => [] }),
    id: 1,
    name: 'Platform Engineer',
    expertiseAreas: ['Kubernetes', 'Go', 'Databases', 'Tracing', 'CI'],
    defaultCommentStyle: 'insightful',
    createdAt: '2026-11-01T09:00:00.000Z',
    updatedAt: '2026-11-01T09:00:00.000Z',
    ...over,
  };
}

export function aModel(over: Partial<ModelSettings> = {}): ModelSettings {
  return {
    source: 'settings',
    kind: 'ollama',
    baseUrl: 'http://localhost:11434/v1',
    model: 'qwen3:8b',
    hasKey: false,
    fixedBy: { baseUrl: null, key: null, model: null },
    contextWindow: null,
    thinksFirst: null,
    largestWindow: 32_768,
    seen: {
      namedWindow: null,
      hasThought: false,
      withoutSystemRole: false,
      needsThinking: false,
    },
    ...over,
  };
}

const noStyleProfile: StyleProfile = {
  texts: 0,
  words: 0,
  traits: [],
  vocabulary: [],
};

/**
 * Creates a server with two profiles, of which "Platform Engineer" is active. It stores
 * changed settings.
 */
export function createFakeSettings() {
  const server = createFakeServer();
  const state = {
    server,
    profiles: [
      aVoiceProfile({ description: '' }),
      aVoiceProfile({
        id: 2,
        name: 'Calm Teacher',
        description: 'For beginners.',
        expertiseAreas: [],
      }),
    ],
    settings: userSettings(),
    model: aModel(),
  };
  server
    .on('GET /api/voice-profiles', () => json(state.profiles))
    .on('GET /api/user-settings', () => json(state.settings))
    .on('GET /api/posting-status', aPostingStatus())
    .on('GET /api/quota', someQuota())
    .on('GET /api/model-settings', () => json(state.model))
    .on('GET /api/backups', { last: null, failure: null, folder: '/data/backups' })
    .on('GET /api/voice-profiles/:id/own-comments', { total: 0, comments: [] })
    .on('GET /api/voice-profiles/:id/style-profile', noStyleProfile)
    .on('GET /api/voice-profiles/:id/style-rules', [])
    .on('GET /api/voice-profiles/:id/versions', [])
    .on('PUT /api/user-settings', (call) => {
      state.settings = { ...state.settings, ...(call.body as object) };
      return json(state.settings);
    });
  return state;
}

export type FakeSettings = ReturnType<typeof createFakeSettings>;

import { createServer } from 'node:http';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import express from 'express';
import { afterAll, beforeAll } from 'vitest';
import {
  type DraftStreamEvent,
  draftStreamEvents,
  type TopComment,
} from '#shared/contracts/drafts.ts';
import { comments } from '#shared/schema.ts';
import { createServices } from '../app/services.ts';
import { loadConfig } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import type { Change, Events } from '../core/events.ts';
import { createLog } from '../core/log.ts';
import type { Db } from '../db/database.ts';
import { draftStreamRoutes } from '../features/drafting/draft-stream.routes.ts';
import { draftingRoutes } from '../features/drafting/drafting.routes.ts';
import type { DraftModel } from '../features/drafting/prompts/draft-model.service.ts';
import type {
  DraftAnswer,
  DraftProgress,
  DraftRequest,
  PromptMaterial,
  ReaderAnswer,
  ReadRequest,
} from '../features/drafting/prompts/requests.ts';
import { discoveryRoutes } from '../features/videos/videos.routes.ts';
import { voiceRoutes } from '../features/voice/voice.routes.ts';
import { errorHandler } from '../http/handle.ts';
import { listen } from '../http/server.ts';
import type { GoogleAuth } from '../providers/google-auth/google-auth.ts';
import {
  LanguageModelError,
  type ModelProfile,
} from '../providers/language-model/language-model.ts';
import type { YouTube } from '../providers/youtube/youtube.ts';
import { type Browser, createBrowser } from './browser.ts';
import { fakeClock } from './clock.ts';
import { testDatabase } from './database.ts';
import { usualDescription } from './factories.ts';

type Reading = (
  request: ReadRequest,
) => ReaderAnswer | LanguageModelError | Promise<ReaderAnswer>;

type Answer = (
  request: DraftRequest,
  progress?: DraftProgress,
) => DraftAnswer | LanguageModelError | Promise<DraftAnswer>;

const goodComment =
  'Readiness probes that call the database take every pod down at once. Did you ever separate startup from liveness?';

/** Comments that do not resemble each other. */
export const points = [
  'Startup probes with a long failure threshold save slow Java services from a restart loop. How high do you set it?',
  'Helm hides a default timeout shorter than one image pull on cold nodes, which reads like a crash at first sight.',
  'eBPF tracing shows which syscall blocks during a rolling update far sooner than application logs ever do.',
  'Your Terraform state split by team prevents lock fights, though shared VPC outputs then need an owner of their own.',
  'Postgres connection pools sized per pod multiply quickly; a sidecar pooler keeps them under the server limit easily.',
  'Signed container images only help when admission control rejects everything else, including the debugging sidecar.',
];

/**
 * A draft that passes every check on a video from the factory. Each of `points` passes
 * too, in place of its comment.
 */
export const goodDraft: DraftAnswer = {
  comment: goodComment,
  nothingToAdd: null,
  claims: [goodComment, ...points].map((sentence) => ({
    sentence,
    kind: 'description',
    quote: usualDescription,
  })),
  model: 'some-model',
  call: {
    promptVersion: '2',
    parts: [{ name: 'Task', text: 'Write.' }],
    tokens: { input: 900, output: 90 },
    costUsd: 0.0001,
    structured: true,
    streamed: false,
    transcriptTokens: null,
  },
};

/** Returns a reading for any comment, in which every quote can be found. */
export const goodReading = (comment: string): ReaderAnswer => ({
  wrong: [],
  alreadySaid: null,
  for: comment.split(/(?<=[.?!]) /)[0]?.slice(0, 40) ?? '',
  against: null,
  signs: 84,
  engagementPotential: 'High',
  technicalAccuracy: 'Sure',
  tone: 'friendly',
  model: 'some-model',
  call: { ...goodDraft.call, tokens: { input: 500, output: 60 } },
});

/** A request, with the transcript shortened to the available tokens. */
interface AskedDraft extends Omit<DraftRequest, 'material'> {
  material: Pick<
    PromptMaterial,
    'chapters' | 'comments' | 'notes' | 'point' | 'ownComments'
  > & {
    transcript: string | null;
  };
}

export const remoteProfile: ModelProfile = {
  server: 'A server',
  model: 'some-model',
  window: 32_768,
  isWindowKnown: true,
  loadedWindow: null,
  possibleWindow: null,
  thinks: false,
  thinkingIsOff: false,
  isLocal: false,
  remedy: () => 'load it anew',
};

/** How many tokens the scripted model leaves for a transcript. */
const transcriptRoom = 18_000;

const noComments = async (): Promise<TopComment[]> => [];

interface Outside {
  youtube?: Partial<YouTube>;
  languageModel?: Partial<DraftModel>;
  googleAuth?: Partial<GoogleAuth>;
  apiKey?: string | null;
}

/**
 * Creates the routes of videos, voice and drafting with the app's real services;
 * `outside` replaces Google, YouTube and the model.
 */
export function servicesApp(db: Db, clock: Clock, outside: Outside = {}) {
  /** What open pages were told to refresh. */
  const changed: Change[] = [];
  const events: Events = {
    changed: (...changes) => void changed.push(...changes),
    subscribe: () => () => undefined,
  };
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const log = createLog('silent');
  log.error = report;
  const config = loadConfig({ NODE_ENV: 'test' });
  const { apiKey = 'a-key' } = outside;
  const services = createServices({
    config: { ...config, google: { ...config.google, apiKey } },
    database: { db, maintenance: null },
    outside: {
      googleAuth: outside.googleAuth as GoogleAuth,
      youtubeWith: () => outside.youtube as YouTube,
      languageModel: () => (outside.languageModel ?? {}) as DraftModel,
      standIn: { baseUrl: 'http://localhost/v1', model: 'gpt-6-luna' },
    },
    sessionSecret: 'a secret for tests, of thirty-two characters and more',
    stopping: new AbortController().signal,
    random: () => 0.5,
    events,
    clock,
    log,
  });
  const api = [
    express.json({ limit: 1_000_000 }),
    discoveryRoutes(services),
    draftStreamRoutes({ service: services.drafting, report }),
    draftingRoutes({ service: services.drafting, materials: services.materials }),
    voiceRoutes(services),
  ];
  const app = express()
    .set('query parser', 'simple')
    .use('/api', ...api)
    .use(...api)
    .use(errorHandler(report));
  return { app, changed, reported, ...services };
}

/**
 * Call it at the top of a test file and `reset` in beforeEach. `realModel` replaces the
 * scripted one.
 */
export function draftingApp(realModel?: () => DraftModel) {
  const test = testDatabase();
  const clock = fakeClock();
  let answers: Answer[] = [];
  let reading: Reading = ({ comment }) => goodReading(comment);
  const asked: AskedDraft[] = [];
  /** The requests to the reader. */
  const read: ReadRequest[] = [];
  /**
   * The scripted response for a video's top comments, and the videos that were requested.
   */
  const topComments = { answer: noComments, asked: [] as string[] };
  /** A local model's server answers only one request at a time. */
  const server = { isLocal: false };
  const languageModel = {
    async draft(request: DraftRequest, progress?: DraftProgress): Promise<DraftAnswer> {
      const scripted = answers[Math.min(asked.length, answers.length - 1)];
      const { material } = request;
      const transcript = material.transcript?.(transcriptRoom) ?? null;
      // The answer is chosen before the request is counted.
      const answering = scripted?.(request, progress) ?? goodDraft;
      asked.push({ ...request, material: { ...material, transcript } });
      const answer = await answering;
      if (answer instanceof LanguageModelError) throw answer;
      const transcriptTokens = transcript === null ? null : transcriptRoom;
      return { ...answer, call: { ...answer.call, transcriptTokens } };
    },
    transcriptTokens: async () => transcriptRoom,
    profile: async () => ({ ...remoteProfile, ...server }),
    answer: () => Promise.reject(new LanguageModelError('no_model')),
    async read(request: ReadRequest): Promise<ReaderAnswer> {
      read.push(request);
      const answer = await reading(request);
      if (answer instanceof LanguageModelError) throw answer;
      return answer;
    },
  };

  const model = realModel ?? (() => languageModel);
  let made: ReturnType<typeof servicesApp>;
  let me: Browser;
  const app = createServer((req, res) => made.app(req, res));
  beforeAll(async () => {
    made = servicesApp(test.db, clock, {
      youtube: {
        listVideos: async () => [],
        listTopComments(youtubeVideoId) {
          topComments.asked.push(youtubeVideoId);
          return topComments.answer();
        },
      },
      languageModel: {
        draft: (...call) => model().draft(...call),
        read: (...call) => model().read(...call),
        answer: (...call) => model().answer(...call),
        profile: () => model().profile(),
        transcriptTokens: (...call) => model().transcriptTokens(...call),
      },
    });
    me = createBrowser(
      `http://127.0.0.1:${await listen(app, { host: '127.0.0.1', port: 0 })}`,
    );
  });
  afterAll(() => void app.close());

  return {
    clock,
    asked,
    read,
    topComments,
    server,
    get changed() {
      return made.changed;
    },
    get reported() {
      return made.reported;
    },
    get db() {
      return test.db;
    },
    /** One HTTP server for all tests of a file. */
    app,
    get me() {
      return me;
    },
    /**
     * Sets the model's answers in order; the last one repeats. The default is
     * `goodDraft`.
     */
    answer: (...next: Answer[]) => {
      answers = next;
    },
    /** Sets the reader's answer; the default is `goodReading`. */
    answerReader: (next: Reading) => {
      reading = next;
    },
    rows: () => test.db.select().from(comments),
    reset() {
      answers = [];
      reading = ({ comment }) => goodReading(comment);
      topComments.answer = noComments;
      server.isLocal = false;
      for (const list of [asked, read, this.changed, this.reported, topComments.asked])
        list.length = 0;
    },
  };
}

const isName = (name: string): name is keyof typeof draftStreamEvents =>
  name in draftStreamEvents;

export const generateStreamed = (
  me: Browser,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  me.send('/api/comments/generate', {
    method: 'POST',
    body,
    headers: { Accept: 'text/event-stream', ...headers },
  });

/** Yields the events as they arrive, each validated by its schema. */
export async function* draftEvents(response: Response): AsyncGenerator<DraftStreamEvent> {
  if (!response.body) throw new Error('An answer without a body');
  const text = response.body.pipeThrough(new TextDecoderStream());
  for await (const { event: name = '', data } of text.pipeThrough(
    new EventSourceParserStream(),
  )) {
    if (!isName(name)) throw new Error(`An event nobody knows: ${name}`);
    yield {
      name,
      data: draftStreamEvents[name].parse(JSON.parse(data)),
    } as DraftStreamEvent;
  }
}

interface SeenDraft {
  /** The final text, beginning with `begun`. */
  text: string;
  /** Names of the events, without `waiting`; successive `words` events count as one. */
  names: string[];
  /** Number of `words` events. */
  pieces: number;
  last: DraftStreamEvent | undefined;
}

export async function seenDraft(response: Response, begun = ''): Promise<SeenDraft> {
  const seen: SeenDraft = { text: begun, names: [], pieces: 0, last: undefined };
  for await (const event of draftEvents(response)) {
    if (event.name === 'words') {
      seen.text += event.data.text;
      seen.pieces += 1;
    }
    if (event.name === 'reset') seen.text = '';
    if (event.name !== 'waiting' && seen.names.at(-1) !== event.name)
      seen.names.push(event.name);
    seen.last = event;
  }
  return seen;
}

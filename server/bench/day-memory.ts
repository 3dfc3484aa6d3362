import type { CommentRow } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { createBrowser } from '../testing/browser.ts';
import { seededWords } from '../testing/seed-comments.ts';
import type { BenchEnvironment, SeededHome, SeededPair } from './environment.ts';
import { atMost, type Finding } from './finding.ts';
import { appCommand, residentMegabytes, startServer } from './processes.ts';

const HOURS = 5;
const PAGES = 5;
const DECIDED = 10;

const screens = [
  '/api/auth/user',
  '/api/stats',
  '/api/queue/summary',
  '/api/queue/planned-days',
  '/api/quota',
  '/api/posting-status',
  '/api/user-settings',
  '/api/voice-profiles',
  '/api/channels/commented',
  '/api/videos/search?q=kubernetes',
  '/api/analytics?days=30',
  '/api/queue/export?format=csv',
];
const history = '/api/comments?limit=50&fields=row';
const searches = [
  `q=${seededWords.usual}`,
  `q=${seededWords.rare}`,
  'q=readiness+probes',
  'status=failed',
  'style=supportive&sort=oldest',
  'channel=kitchen+12',
];

type Owner = ReturnType<typeof createBrowser>;

async function answerOf(answering: Promise<Response>): Promise<Response> {
  const answer = await answering;
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function scroll(owner: Owner): Promise<void> {
  let path: string | undefined = history;
  for (let page = 0; page < PAGES && path; page += 1) {
    const answer: Response = await answerOf(owner.get(path));
    const rows = (await answer.json()) as CommentRow[];
    for (const { id } of rows.slice(0, 2))
      await (await answerOf(owner.get(`/api/comments?ids=${id}`))).arrayBuffer();
    path = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
  }
}

async function review(owner: Owner, hour: number): Promise<void> {
  const answer = await answerOf(owner.get('/api/queue?limit=50&fields=row&scheduled=false'));
  const items = (await answer.json()) as QueueRow[];
  for (const { id, commentId } of items.slice(0, DECIDED)) {
    const change = async (path: string, body: object) =>
      (await answerOf(owner.patch(`${path}?fields=row`, body))).arrayBuffer();
    const comment = `/api/comments/${commentId}`;
    const scheduledFor = new Date(Date.now() + 86_400_000).toISOString();
    await change(comment, {
      content: `In my own words, hour ${hour}. ${'What did you measure? '.repeat(15)}`,
    });
    await change(comment, { status: 'approved' });
    await change(`/api/queue/${id}`, { queueId: id, scheduledFor, autoPost: true });
    await change(`/api/queue/${id}`, { queueId: id, scheduledFor: null, autoPost: false });
    await change(comment, { status: 'pending' });
  }
}

async function workDay(owner: Owner): Promise<void> {
  for (let hour = 0; hour < HOURS; hour += 1) {
    for (const path of screens) await (await answerOf(owner.get(path))).arrayBuffer();
    await scroll(owner);
    for (const search of searches) await (await answerOf(owner.get(`${history}&${search}`))).arrayBuffer();
    await review(owner, hour);
  }
}

async function residentAfterDay({ url, dataDir }: SeededHome): Promise<number> {
  const app = await startServer(appCommand, {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: url ?? '',
    SANDBOX_TOKENS_PER_SECOND: '1000000',
  });
  try {
    const owner = createBrowser(app.origin);
    await owner.signIn();
    await workDay(owner);
    return residentMegabytes(app.child);
  } finally {
    await app.stop();
  }
}

async function measure({ name, hasTarget, few, many }: SeededPair): Promise<Finding[]> {
  const theirs = await residentAfterDay(few);
  const ours = await residentAfterDay(many);
  return [
    {
      what: `resident memory after a day's use, ${many.comments} comments, ${name}`,
      ours: `${ours.toFixed(0)} MB`,
      against: `${theirs.toFixed(0)} MB (${few.comments} comments)`,
      value: ours / theirs,
      target: hasTarget ? atMost(1.3) : null,
    },
  ];
}

export const dayMemory = (environment: BenchEnvironment): Promise<Finding[]> => environment.onSeeded(measure);

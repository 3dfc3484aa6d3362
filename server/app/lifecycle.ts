import type { RequestListener } from 'node:http';

/** How long what has begun may take to end (DESIGN §7). */
const drainMs = 20_000;

/** As much of a context (context.ts) as decides its beginning and its end. */
interface Living {
  jobs: { start(): Promise<void>; stop(): Promise<void> };
  close(): Promise<void>;
}

interface Deps<Context extends Living> {
  open(): Promise<Context>;
  /** Puts the app of this context behind the port, or with null an answer to come back later. */
  show(context: Context | null): void;
  /** Resolves once every answer under way has been given. */
  quiet(): Promise<void>;
  /** Where the app cannot come back, the process ends, so that whoever watches it starts it anew. */
  onLost(error: unknown): never;
}

/** The context that serves right now: put up, set aside for a restore, put up again, taken down. */
export function createLife<Context extends Living>({ open, show, quiet, onLost }: Deps<Context>) {
  let context: Context | null = null;
  let isEnding = false;
  let turns: Promise<unknown> = Promise.resolve();

  /** One after another: nothing takes the database from under a backup. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = turns.then(work);
    turns = turn.catch(() => {});
    return turn;
  }

  async function up(): Promise<void> {
    context = await open();
    show(context);
  }

  async function down(): Promise<void> {
    show(null);
    const current = context;
    context = null;
    if (!current) return;
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, drainMs).unref());
    await Promise.race([Promise.all([current.jobs.stop(), quiet()]), deadline]);
    await current.close();
  }

  async function upAgain(): Promise<void> {
    try {
      await up();
      await context?.jobs.start();
    } catch (error) {
      onLost(error);
    }
  }

  return {
    start: up,
    startJobs: async () => context?.jobs.start(),

    /** Runs while the app serves; throws where it is stopping. */
    use<T>(work: (context: Context) => Promise<T>): Promise<T> {
      return inTurn(() => {
        if (!context) throw new Error('The server is stopping.');
        return work(context);
      });
    },

    /** Ends what is under way and closes the database, runs `work`, and serves again from what is there then. */
    setAside<T>(work: () => Promise<T>): Promise<T> {
      return inTurn(async () => {
        if (isEnding) throw new Error('The server is stopping.');
        await down();
        try {
          return await work();
        } finally {
          if (!isEnding) await upAgain();
        }
      });
    },

    stop(): Promise<void> {
      isEnding = true;
      return inTurn(down);
    },
  };
}

/** What every request gets while there is no app. */
export const notReady: RequestListener = (_, res) => {
  res.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '1', Connection: 'close' });
  res.end('Chime In is starting or stopping. Try again in a moment.\n');
};

import type { OnLost } from '../db/database.ts';
import { openConfigured } from '../db/open-database.ts';
import type { ContextOptions } from './context.ts';

interface Options extends Omit<ContextOptions, 'database'> {
  onLost: OnLost;
}

/** Throws DatabaseOpenError with a sentence for the user. */
export async function openApp({ onLost, ...options }: Options) {
  const { config, log } = options;
  // The rest is loaded while the database opens.
  const [database, { createContext }, { createApp }] = await Promise.all([
    openConfigured(config, log, { access: 'owner', onLost }),
    import('./context.ts'),
    import('./app.ts'),
  ]);
  const context = createContext({ ...options, database });
  return { context, app: createApp(context) };
}

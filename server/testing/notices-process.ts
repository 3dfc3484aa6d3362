import { loadConfig } from '../config/config.ts';
import { openDatabase } from '../db/open-database.ts';
import { createNoticesRepository } from '../features/notices/notices.repository.ts';
import { createNoticesService } from '../features/notices/notices.service.ts';
import { sendNotice } from '../providers/notices/send-notice.ts';

/**
 * An entry for a test that kills the process: it sends notices in an endless loop, with a
 * clock that runs ahead.
 */
const [databaseUrl = '', dataDir = '', WEBHOOK_URL = '', aheadMs = ''] =
  process.argv.slice(2);
const { db } = await openDatabase({ databaseUrl: databaseUrl || null, dataDir });
const { tick } = createNoticesService({
  repository: createNoticesRepository(db),
  vault: { seal: (text) => text, open: (text) => text },
  environment: loadConfig({ WEBHOOK_URL }).notices,
  send: sendNotice,
  standstill: async () => null,
  freeBytes: async () => Number.POSITIVE_INFINITY,
  unseenFresh: async () => 0,
  publicUrl: 'http://localhost',
  events: { changed: () => undefined },
  clock: { now: () => new Date(Date.now() + Number(aheadMs)) },
  stopping: new AbortController().signal,
});
for (;;) {
  await tick();
  process.stdout.write('looked\n');
}

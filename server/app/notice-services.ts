import { statfs } from 'node:fs/promises';
import type { BackupsService } from '../backup/backups.service.ts';
import type { Config } from '../config/config.ts';
import type { ClockAndEvents } from '../core/events.ts';
import type { Db } from '../db/database.ts';
import type { AccountService } from '../features/auth/account.service.ts';
import type { TokenVault } from '../features/auth/token-vault.ts';
import { createMachinesService } from '../features/notices/machines.service.ts';
import { createNoticesRepository } from '../features/notices/notices.repository.ts';
import { createNoticesService } from '../features/notices/notices.service.ts';
import type { PublishingService } from '../features/publishing/publishing.service.ts';
import type { QuotaService } from '../features/quota/quota.service.ts';
import { sendNotice } from '../providers/notices/send-notice.ts';

interface Deps extends ClockAndEvents {
  db: Db;
  config: Config;
  vault: TokenVault;
  account: AccountService;
  quota: QuotaService;
  publishing: PublishingService;
  backups: BackupsService;
  unseenFresh(): Promise<number>;
  stopping: AbortSignal;
}

/** Creates what tells the owner and machines about the state of the app. */
export function createNoticeServices(deps: Deps) {
  const {
    db,
    config,
    vault,
    account,
    quota,
    publishing,
    backups,
    stopping,
    events,
    clock,
  } = deps;
  const repository = createNoticesRepository(db);
  return {
    notices: createNoticesService({
      repository,
      vault,
      environment: config.notices,
      send: sendNotice,
      standstill: publishing.standstill,
      freeBytes: () => freeBytes([config.dataDir, config.backupDir]),
      unseenFresh: deps.unseenFresh,
      publicUrl: config.publicUrl,
      stopping,
      events,
      clock,
    }),
    machines: createMachinesService({
      repository,
      posting: publishing.status,
      quota: quota.status,
      grantEndsAt: async () => (await account.tokenStatus()).grantExpiresAt,
      lastBackupAt: backups.lastMadeAt,
      clock,
    }),
  };
}

/**
 * Returns the free space on the fullest disk of these folders. A folder that does not
 * exist yet is ignored.
 */
async function freeBytes(folders: readonly string[]): Promise<number> {
  const free = folders.map(async (folder) => {
    const disk = await statfs(folder).catch(() => null);
    return disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY;
  });
  return Math.min(...(await Promise.all(free)));
}

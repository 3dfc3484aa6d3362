import type { Router } from 'express';
import { backupsSchema } from '#shared/contracts/settings.ts';
import { routes } from '../http/handle.ts';
import { sendStream } from '../http/send-stream.ts';
import type { BackupsService } from './backups.service.ts';

export const backupsRoutes = ({ service }: { service: BackupsService }): Router =>
  routes((route, router) => {
    route('get /backups', { response: backupsSchema }, service.status);

    router.get('/backups/download', async (_req, res) => {
      const { name, bytes, content } = await service.download();
      res.type('application/gzip').attachment(name).set('Content-Length', String(bytes));
      await sendStream(res, content);
    });
  });

import { type Response, Router } from 'express';
import type { Clock } from '../../core/clock.ts';
import { pick } from '../deterministic.ts';
import { accounts } from '../google/accounts.ts';
import type { Catalogue } from './catalogue.ts';
import { channels } from './channels.ts';
import { avatarSvg, thumbnailSizes, thumbnailSvg } from './pictures.ts';

const palette = ['#2f5d8a', '#7a5230', '#4d6b45', '#6b4d63', '#3d6a6b', '#6a6331'];

const sendSvg = (res: Response, svg: string) => {
  res
    .set({
      'Cache-Control': 'public, max-age=86400',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
    .type('image/svg+xml')
    .send(svg);
};

/** Thumbnails at YouTube's own paths, and avatars. */
export const pictureRoutes = (catalogue: () => Catalogue, clock: Clock): Router => {
  const router = Router();

  router.get('/vi/:videoId/:file', (req, res) => {
    const video = catalogue().find(req.params.videoId, clock.now());
    const size = thumbnailSizes[req.params.file.replace(/\.(jpg|webp|svg)$/, '')];
    if (video && size) sendSvg(res, thumbnailSvg(video, size));
    else res.sendStatus(404);
  });

  router.get('/avatar/:file', (req, res) => {
    const id = req.params.file.replace(/\.svg$/, '');
    const account = accounts.find((candidate) => candidate.id === id || candidate.channel?.id === id);
    const channel = channels.find((candidate) => candidate.id === id);
    const name = account?.name ?? channel?.title ?? id.replaceAll('-', ' ');
    sendSvg(res, avatarSvg(name.slice(0, 60), account?.colour ?? pick(`avatar/${id}`, palette)));
  });

  return router;
};

import { type Response, Router } from 'express';
import type { Clock } from '../../core/clock.ts';
import { accounts } from '../google/accounts.ts';
import type { Catalogue } from './catalogue.ts';
import { avatarSvg, thumbnailSizes, thumbnailSvg } from './thumbnail.ts';

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

export const pictureRoutes = (catalogue: () => Catalogue, clock: Clock): Router =>
  Router()
    .get('/vi/:videoId/:file', (req, res) => {
      const video = catalogue().find(req.params.videoId, clock.now());
      const name = req.params.file.replace(/\.jpg$/, '');
      const size = Object.values(thumbnailSizes).find(({ file }) => file === name);
      if (video && size) sendSvg(res, thumbnailSvg(video, size));
      else res.sendStatus(404);
    })
    .get('/avatar/:file', (req, res) => {
      const id = req.params.file.replace(/\.svg$/, '');
      const account = accounts.find((candidate) => candidate.id === id || candidate.channel?.id === id);
      const name = account?.name ?? id.replaceAll('-', ' ').slice(0, 60);
      sendSvg(res, avatarSvg(name, account?.colour ?? '#3d6a6b'));
    });

import { type Response, Router } from 'express';
import type { Clock } from '../core/clock.ts';
import type { Channels } from './channels.ts';
import { accounts } from './google-tokens.ts';
import { escapeHtml } from './http.ts';
import { between } from './random.ts';
import { thumbnailSvg } from './thumbnails.ts';

export const thumbnailSizes: Record<
  string,
  { file: string; width: number; height: number }
> = {
  default: { file: 'default', width: 120, height: 90 },
  medium: { file: 'mqdefault', width: 320, height: 180 },
  high: { file: 'hqdefault', width: 480, height: 360 },
  maxres: { file: 'hq720', width: 1280, height: 720 },
};

const avatarSvg = (name: string, colour: string): string => {
  const initials = name.split(/\s+/, 2).map((word) => [...word][0]?.toUpperCase() ?? '');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96" font-family="system-ui,sans-serif">
<rect width="96" height="96" fill="${colour}"/><text x="48" y="60" font-size="36" text-anchor="middle" fill="#ffffff">${escapeHtml(initials.join(''))}</text></svg>`;
};

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

export const pictureRoutes = (channels: Channels, clock: Clock): Router =>
  Router()
    .get('/vi/:videoId/:file', (req, res) => {
      const video = channels.find(req.params.videoId, clock.now());
      const name = req.params.file.replace(/\.jpg$/, '');
      const size = Object.values(thumbnailSizes).find(({ file }) => file === name);
      if (video && size) sendSvg(res, thumbnailSvg(video, size));
      else res.sendStatus(404);
    })
    .get('/avatar/:file', (req, res) => {
      const id = req.params.file.replace(/\.svg$/, '');
      const account = accounts.find(
        (candidate) => candidate.id === id || candidate.channel?.id === id,
      );
      const title = account?.name ?? channels.channel(id)?.title;
      const name = title ?? id.replaceAll('-', ' ').slice(0, 60);
      const colour =
        account?.colour ?? `hsl(${between(`avatar/${name}`, 0, 359)} 35% 38%)`;
      sendSvg(res, avatarSvg(name, colour));
    });

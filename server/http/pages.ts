import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';
import { policyLinks, privacyPath } from '#shared/contracts/status.ts';

export function privacyPage(): RequestHandler {
  const router = Router();
  router.get(privacyPath, (_req, res) => {
    res.type('html').set('Cache-Control', 'no-cache').send(page);
  });
  return router;
}

const outside = (href: string, text: string) =>
  `<a href="${href}" target="_blank" rel="noreferrer">${text}</a>`;
const terms = outside(policyLinks.youtubeTerms, 'YouTube’s Terms of Service');
const privacy = outside(policyLinks.googlePrivacy, 'Google’s Privacy Policy');
const access = outside(policyLinks.googleAccess, 'Google’s page for apps with access to your account');

const stored: [what: string, howLong: string][] = [
  [
    'Videos you found: title, description, channel, picture address, figures, and our estimates of them',
    'At most 30 days. Then a video you commented on is fetched again, and any other is deleted. If YouTube does not answer, only the ids stay.',
  ],
  [
    'Search results, under a hash of what you searched for',
    'Half an hour. After that they are not shown again, and deleted within the hour.',
  ],
  [
    'Likes and the number of replies of your posted comments; other people’s replies with their names',
    'Fetched again or deleted within 30 days. Your own answers stay.',
  ],
  [
    'Who could see each of your posted comments, and when we looked',
    'As long as the comment. These are our own findings.',
  ],
  [
    'Your comments: drafts, edits, earlier versions, decisions, times, what was sent to YouTube and the id it got',
    'Until you delete the database. They are your own words.',
  ],
  [
    'For each draft: its alternatives, what the language model was sent, and what it cost',
    'As long as the comment. The video’s title and description, and what others wrote, are removed from it after 30 days.',
  ],
  [
    'Voice profiles with their versions and style rules, and comments of your own that you pasted or imported',
    'Until you delete them in Voice Profile.',
  ],
  [
    'Your Google account: name, e-mail address, picture, id, and your channel’s id and name',
    'Until you disconnect YouTube. Channel name and picture are deleted when Google has not answered for 30 days.',
  ],
  [
    'Google’s tokens for your account, encrypted with AES-256-GCM. The key is not in the database.',
    'Until you disconnect YouTube.',
  ],
  [
    'The language model you connected in Settings: address, name, and its key, encrypted like the tokens',
    'Until you disconnect it. The key is deleted when the address changes, and is in no backup.',
  ],
  ['Sign-in sessions', '30 days after their last use, or until you log out.'],
  [
    'Settings, with your posting slots and time zone, and how much of Google’s daily quota was used',
    'Until you delete the database.',
  ],
  [
    'In your browser: a session cookie, text you typed and have not saved, your last search, and choices such as the theme. Search words and filters are also in the page’s address, and so in the browser’s history.',
    'Unsaved text until you save or discard it, the search until you close the tab, the history as long as your browser keeps it, the rest until you clear this site’s data.',
  ],
];

const rows = stored.map(([what, howLong]) => `<dt>${what}</dt><dd>${howLong}</dd>`).join('\n');

const styles = `:root{color-scheme:light dark;font:16px/1.55 system-ui,sans-serif;background:light-dark(#f8f9fb,#101319);color:light-dark(#181c23,#eff1f4)}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
body{margin:0}main{max-width:42rem;margin:0 auto;padding:2rem 1rem 4rem;overflow-wrap:break-word}
h1{font-size:1.75rem;line-height:1.25;margin:1.5rem 0 .75rem}h2{font-size:1.125rem;margin:2rem 0 .5rem}
p{margin:.5rem 0}ul{margin:.5rem 0;padding-left:1.25rem}li{margin:.25rem 0}
a{color:light-dark(#1f5fd6,#7cb0ff);text-underline-offset:2px}
:focus-visible{outline:2px solid currentcolor;outline-offset:2px;border-radius:2px}
dl{margin:.5rem 0}dt{font-weight:600;border-top:1px solid light-dark(#e1e4e9,#2b313b);padding-top:.6rem}
dd{margin:.15rem 0 .6rem;color:light-dark(#545d6b,#a3acb8)}`;

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Privacy · Chime In</title><link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${styles}</style><script src="/theme.js"></script></head>
<body><main>
<p><a href="/">Back to Chime In</a></p>
<h1>What Chime In stores</h1>
<p>Chime In finds YouTube videos, drafts comments, and posts those that its owner approved. It runs on the owner’s own machine, for that one person. It has no advertising and no tracking, and sends nothing to its makers.</p>
<p>It uses YouTube API Services. By using it you agree to ${terms}. ${privacy} explains what Google does with your data.</p>

<h2>What is stored, and how long</h2>
<p>Everything is in one database, on the machine that runs this server, or on the PostgreSQL server it was set up with.</p>
<dl>
${rows}
</dl>
<p>The server’s log holds times, paths and error codes, but no texts, tokens or searches.</p>

<h2>Backups</h2>
<p>Every night this server writes a backup to a folder on its machine. It holds the database without tokens, the language model’s key, sessions and search results, and is deleted after four weeks. A backup that you download or make yourself stays until you delete it. What you delete here remains in earlier backups until those files are deleted.</p>

<h2>What leaves the machine</h2>
<ul>
<li><b>To Google and YouTube:</b> your sign-in, your searches, and the comments you approved. Your browser loads the pictures of videos and channels directly from Google.</li>
<li><b>To the provider of the language model</b> that you connected in Settings, or that this server was set up with: for a draft, the video’s title, channel, topics and description, your active voice profile, its accepted rules, a few of your own comments as examples, and any text you had begun; for Intelligent Discovery Mode, the found videos’ titles, channels and descriptions and your areas of expertise; for new style rules, drafts and your edits of them. Tokens are never sent, nor is your e-mail address, unless you wrote it into one of these texts. The provider’s own terms say how long it keeps them. With a model on this machine, none of this leaves it.</li>
</ul>

<h2>How to delete it</h2>
<ul>
<li><b>Google’s access and your account:</b> in Voice Profile, General Settings, choose Disconnect YouTube. That ends the access at Google, deletes tokens and account from the database, and signs you out everywhere. You can also end it on ${access}; the tokens stored here then no longer work.</li>
<li><b>Voice profiles, and comments of your own that you pasted or imported:</b> delete them in Voice Profile.</li>
<li><b>The language model’s address and key:</b> in Voice Profile, General Settings, choose Disconnect Model.</li>
<li><b>Comments on YouTube:</b> delete them on YouTube. Chime In cannot delete what it posted.</li>
<li><b>Everything:</b> stop the server and delete its data folder (DATA_DIR, by default .data) or its PostgreSQL database, and the backups (BACKUP_DIR, by default in the data folder). Then clear this site’s data in your browser.</li>
</ul>
</main></body></html>
`;

const notPages = /^\/(api|auth|healthz|readyz)(\/|$)/;

function isPage(req: Request): boolean {
  if (!['GET', 'HEAD'].includes(req.method) || notPages.test(req.path)) return false;
  const wanted = req.get('accept') ?? '';
  return wanted.includes('text/html') || (/\*\/\*|^$/.test(wanted) && !/\.\w+$/.test(req.path));
}

function preferCompressed(directory: string): RequestHandler {
  const files = new Set(existsSync(directory) ? readdirSync(directory).map((name) => `/${name}`) : []);
  return (req, res, next) => {
    const { path } = req;
    if (!files.has(`${path}.br`) || !files.has(`${path}.gz`)) return next();
    res.vary('Accept-Encoding');
    const encoding = req.acceptsEncodings('br') || req.acceptsEncodings('gzip');
    if (!encoding) return next();
    res.type(extname(path)).set('Content-Encoding', encoding);
    req.url = `${path}${encoding === 'br' ? '.br' : '.gz'}`;
    next();
  };
}

export function serveClient(directory: string): RequestHandler {
  const assets = join(directory, 'assets');
  const router = Router();
  router.use(
    '/assets',
    preferCompressed(assets),
    express.static(assets, { immutable: true, maxAge: '1y', index: false }),
  );
  router.use(
    express.static(directory, { index: false, setHeaders: (res) => res.set('Cache-Control', 'no-cache') }),
  );
  router.use((req, res, next) => {
    if (!isPage(req)) return next();
    res.sendFile('index.html', { root: directory, headers: { 'Cache-Control': 'no-cache' } });
  });
  return router;
}

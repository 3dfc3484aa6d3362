import { createServer } from 'node:http';
import express from 'express';
import { listen } from '../http/server.ts';

const app = express().get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
const port = await listen(createServer(app), { host: '127.0.0.1', port: Number(process.env['PORT']) });
process.stdout.write(`http://127.0.0.1:${port}\n`);

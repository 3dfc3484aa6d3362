import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { authUserQuery } from './api/auth.ts';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/app.tsx';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Zod would otherwise compile functions from text, which the CSP forbids.
z.config({ jitless: true });
const client = createQueryClient();
// Start before the first render, which needs it; index.html has preloaded the answer.
void client.prefetchQuery(authUserQuery);
createRoot(root).render(
  <StrictMode>
    <App client={client} />
  </StrictMode>,
);

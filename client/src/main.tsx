import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { authUserQuery } from './api/auth.ts';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/app.tsx';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Zod would else try to make functions out of text, which the content policy forbids and reports.
z.config({ jitless: true });
const client = createQueryClient();
// Everything hangs on who is signed in, and index.html has asked already: the answer need not wait for the first render.
void client.prefetchQuery(authUserQuery);
createRoot(root).render(
  <StrictMode>
    <App client={client} />
  </StrictMode>,
);

// Must come before every module that creates a schema.
import './lib/zod-without-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { authUserQuery, createQueryClient } from './api/auth.ts';
import { App } from './app/app.tsx';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const client = createQueryClient();
// Started before the first render, which needs it. index.html has preloaded the response.
void client.prefetchQuery(authUserQuery);
createRoot(root).render(
  <StrictMode>
    <App client={client} />
  </StrictMode>,
);

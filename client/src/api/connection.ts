import { z } from 'zod';
import { setupLineSchema } from '#shared/contracts/connection.ts';
import { authUserQuery } from './auth.ts';
import { fetchNothing, post, useChange } from './http.ts';

export const useDisconnect = () =>
  useChange(
    () => fetchNothing('/api/auth/disconnect', { method: 'POST' }),
    [authUserQuery.queryKey],
    'Failed to disconnect YouTube',
  );

export const useCheckSetup = () =>
  useChange(() => post('/api/setup-check', z.array(setupLineSchema)));

import type { Router } from 'express';
import { createApp } from '../app/app.ts';
import type { TestApp } from './app.ts';

/** Method and path of every call that needs the owner's session, with 1 for each id (rules 6.1, 10.1). */
export function ownersCalls({ context }: Pick<TestApp, 'context'>): [method: string, path: string][] {
  const calls = new Set(routesOf(createApp(context).api as Router));
  calls.delete('GET /api/auth/user');
  return [...calls, 'GET /api/no-such-thing'].map((call) => {
    const [method = '', path = ''] = call.split(' ');
    return [method, path.replace(/:\w+/g, '1')];
  });
}

function routesOf({ stack }: Router): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (!route) return 'stack' in handle ? routesOf(handle as unknown as Router) : [];
    const paths = [route.path].flat();
    return paths.flatMap((path) => route.stack.map(({ method }) => `${method.toUpperCase()} /api${path}`));
  });
}

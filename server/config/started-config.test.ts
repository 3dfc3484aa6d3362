import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { atPort } from './started-config.ts';

describe('atPort, for a port chosen by the system', () => {
  it('puts the port into the default address', () => {
    expect(atPort(loadConfig({ PORT: '0' }), 41234)).toMatchObject({
      port: 41234,
      publicUrl: 'http://localhost:41234',
    });
  });

  it('keeps an address that was set', () => {
    const config = loadConfig({ PORT: '0', PUBLIC_URL: 'http://chime.localhost:8080' });
    expect(atPort(config, 41234).publicUrl).toBe('http://chime.localhost:8080');
  });
});

import { leadsToLinkLocal, linkLocalAdvice } from '../core/link-local.ts';
import { type Config, ConfigError } from './config.ts';

/**
 * Throws ConfigError if the address of a notice channel is link-local, or its name leads
 * to such an address.
 */
export async function refuseLinkLocalNames({ notices }: Config): Promise<void> {
  const problems = new Map<string, string>();
  for (const [name, { smtpHost, ntfyServer, webhookUrl } = {}] of Object.entries(
    notices,
  )) {
    const address = smtpHost ?? ntfyServer ?? webhookUrl;
    if (address && (await leadsToLinkLocal(address))) problems.set(name, linkLocalAdvice);
  }
  if (problems.size > 0) throw new ConfigError(problems);
}

/**
 * Returns the configuration for the port that was opened. A PUBLIC_URL that was set
 * stays.
 */
export function atPort(config: Config, port: number): Config {
  if (config.port === port) return config;
  const publicUrl =
    config.publicUrl === `http://localhost:${config.port}`
      ? `http://localhost:${port}`
      : config.publicUrl;
  return Object.freeze({ ...config, port, publicUrl });
}

/** Returns null for Google's real hosts. */
export function googleOriginOf(
  google: Config['google'],
  sandbox: { readonly googleOrigin: string } | null,
): string | null {
  if (google.mode === 'real') return google.baseUrl;
  if (!sandbox)
    throw new Error('The sandbox that this configuration needs was not started.');
  return sandbox.googleOrigin;
}

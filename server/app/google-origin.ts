import type { GoogleConfig } from '../config/config.ts';

interface StandIn {
  readonly googleOrigin: string;
}

/** Null: Google's own hosts. */
export function googleOriginOf(google: GoogleConfig, sandbox: StandIn | null): string | null {
  return (google.mode === 'sandbox' ? sandbox?.googleOrigin : google.baseUrl) ?? null;
}

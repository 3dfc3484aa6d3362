import { type Config, googleOriginOf } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { createGoogleAuth } from '../providers/google-auth/create-google-auth.ts';
import { type LazyOptions, lazyLanguageModel } from '../providers/language-model/connect-language-model.ts';
import { createYouTube } from '../providers/youtube/create-youtube.ts';
import type { QuotaMeter } from '../providers/youtube/youtube.ts';

export interface Sandbox {
  readonly googleOrigin: string;
  readonly modelBaseUrl: string;
}

export type Connections = ReturnType<typeof connect>;

interface Deps {
  config: Config;
  sandbox: Sandbox | null;
  meter: QuotaMeter;
  outcomesMeter: QuotaMeter;
  clock: Clock;
  random: () => number;
}

export function connect({ config, sandbox, meter, outcomesMeter, clock, random }: Deps) {
  const { google, languageModel } = config;
  if (google.mode === 'sandbox' && !sandbox)
    throw new Error('The sandbox that this configuration needs was not started.');
  const googleOrigin = googleOriginOf(google, sandbox);
  const { clientId, clientSecret } = google;
  const youtubeWith = (counting: QuotaMeter) =>
    createYouTube({ rootUrl: googleOrigin, meter: counting, random });
  return {
    googleOrigin,
    googleAuth: createGoogleAuth({ baseUrl: googleOrigin, clientId, clientSecret, clock }),
    youtube: youtubeWith(meter),
    /** For reading what became of comments, within its own budget (rule 13.6). */
    outcomesYouTube: youtubeWith(outcomesMeter),
    youtubeWith,
    /** To read as a stranger; the sandbox takes any key. */
    strangersKey: google.apiKey ?? (google.mode === 'sandbox' ? 'sandbox' : null),
    /** The language model that `connection` names at each call. */
    languageModel: (asked: Pick<LazyOptions, 'connection' | 'learn'>) =>
      lazyLanguageModel({ ...asked, clock, random }),
    /** The sandbox's model, where it may stand in. */
    modelStandIn: languageModel.mode === 'sandbox' ? (sandbox?.modelBaseUrl ?? null) : null,
  };
}

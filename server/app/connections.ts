import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { createGoogleAuth } from '../providers/google-auth/create-google-auth.ts';
import type { GoogleAuth } from '../providers/google-auth/google-auth.ts';
import { createLanguageModel } from '../providers/language-model/create-language-model.ts';
import type { LanguageModel } from '../providers/language-model/language-model.ts';
import { createYouTube } from '../providers/youtube/create-youtube.ts';
import type { QuotaMeter, YouTube } from '../providers/youtube/youtube.ts';

export interface Sandbox {
  readonly googleOrigin: string;
  readonly modelBaseUrl: string;
}

export interface Connections {
  googleOrigin: string | null;
  googleAuth: GoogleAuth;
  youtube: YouTube;
  languageModel: LanguageModel;
}

interface Deps {
  config: Config;
  sandbox: Sandbox | null;
  meter: QuotaMeter;
  clock: Clock;
  random: () => number;
}

export function connect({ config, sandbox, meter, clock, random }: Deps): Connections {
  const { google, languageModel } = config;
  const needed = google.mode === 'sandbox' || languageModel.mode === 'sandbox';
  if (needed && !sandbox) throw new Error('The sandbox that this configuration needs was not started.');
  const googleOrigin = (google.mode === 'sandbox' ? sandbox?.googleOrigin : google.baseUrl) ?? null;
  const { clientId, clientSecret } = google;
  const model = {
    model: languageModel.model,
    apiKey: languageModel.mode === 'sandbox' ? null : languageModel.apiKey,
    baseUrl: (languageModel.mode === 'sandbox' ? sandbox?.modelBaseUrl : languageModel.baseUrl) ?? null,
  };
  return {
    googleOrigin,
    googleAuth: createGoogleAuth({ baseUrl: googleOrigin, clientId, clientSecret, clock }),
    youtube: createYouTube({ rootUrl: googleOrigin, meter, random }),
    languageModel: createLanguageModel({ ...model, clock, random }),
  };
}

import { defaultCommentStyle } from '#shared/contracts/enums.ts';
import type { ModelTest, UpdateModelSettings } from '#shared/contracts/model-settings.ts';
import type { Clock } from '../../core/clock.ts';
import type {
  LanguageModel,
  ModelConnection,
  PromptMaterial,
} from '../../providers/language-model/language-model.ts';
import {
  type DraftSubject,
  draftRequest,
  type VoiceSources,
  voiceFor,
} from '../drafting/drafts/preparation.service.ts';
import { toUserError } from '../language-model/model-failures.rules.ts';
import type { ModelSettingsService } from '../language-model/model-settings.service.ts';

interface Deps extends VoiceSources {
  modelSettings: Pick<ModelSettingsService, 'proposed'>;
  languageModel: (
    connection: ModelConnection,
  ) => Pick<LanguageModel, 'draft' | 'profile' | 'transcriptTokens'>;
  clock: Clock;
}

/** Neutral and always the same, so that two models can be compared. */
const video: DraftSubject = {
  title: 'What I learned from a year of code reviews',
  description:
    'Small pull requests, comments that ask instead of command, and why the fastest reviews were not the worst.',
  channelTitle: 'A Talk for Developers',
  tags: [],
  language: 'en',
};

const nothing: PromptMaterial = {
  chapters: [],
  comments: [],
  transcript: null,
  notes: null,
  point: null,
  ownComments: [],
};

/** Estimated tokens of a minute of talk: 150 words of six letters, the space included. */
const tokensPerMinute = 225;
/** Holds the prompt of a draft, its answer, and a quarter of an hour of talk. */
const enoughWindow = 16_384;
const fewWordsPerSecond = 3;

/** Drafts with settings that are not stored yet, and keeps nothing but what the model showed of itself. Throws the model's failures in words. */
export function createTrialDraftService({ modelSettings, languageModel, voice, clock, ...sources }: Deps) {
  return async function tryModel(asked: UpdateModelSettings, signal?: AbortSignal): Promise<ModelTest> {
    const model = languageModel(await modelSettings.proposed(asked));
    const profile = await voice.activeProfile();
    const style = profile?.defaultCommentStyle ?? defaultCommentStyle;
    const known = await voiceFor(sources, profile, { video, style, except: [] });
    const request = {
      ...draftRequest({ video, style, profile, voice: known, material: nothing }),
      anyway: true,
    };
    const startedAt = clock.now().getTime();
    const passed = () => clock.now().getTime() - startedAt;
    let firstWordMs: number | null = null;
    const onComment = (soFar: string) => {
      if (soFar !== '') firstWordMs ??= passed();
    };
    const draft = await toUserError(model.draft(request, { signal, onComment }));
    const milliseconds = passed();
    const { structured, streamed } = draft.call;
    // As it is loaded and seen by now.
    const { server, window, loadedWindow, possibleWindow, thinks, remedy } = await model.profile();
    const withTranscript = { ...request, material: { ...nothing, transcript: () => '' } };
    const transcriptMinutes = Math.floor((await model.transcriptTokens(withTranscript)) / tokensPerMinute);
    const writingMs = streamed && firstWordMs !== null ? milliseconds - firstWordMs : milliseconds;
    const words = draft.comment.split(/\s+/).length;
    const wordsPerSecond = writingMs > 0 ? words / (writingMs / 1000) : null;
    const thinking = !thinks.value ? 'none' : thinks.isOff ? 'off' : 'on';
    const size = count.format(window.value);
    const shortfalls = [
      window.source === 'unknown' &&
        `We don’t know this server’s window, and take ${size} tokens: set it if it is larger.`,
      window.source !== 'unknown' &&
        window.value < enoughWindow &&
        `It holds ${size} tokens, so ${transcriptMinutes === 0 ? 'no transcript has room' : 'a longer transcript goes in only in part'}. What mends it: ${remedy(enoughWindow)}.`,
      thinking === 'on' &&
        'It thinks before it writes, and could not be told not to: drafts take longer and have less room. Choose a model that does not think, or switch it off in its template.',
      !structured &&
        'It does not keep to a given form of answer, which is then described in words; smaller models miss that more often. Choose a larger one.',
      !streamed && 'It does not send its answer as it is written: drafts appear when they are complete.',
      wordsPerSecond !== null &&
        wordsPerSecond < fewWordsPerSecond &&
        'It writes slowly, so a draft takes a minute or more. Choose a smaller model for quicker ones.',
    ].filter((sentence) => sentence !== false);
    return {
      model: draft.model,
      text: draft.comment,
      milliseconds,
      server,
      window: loadedWindow ?? window.value,
      possibleWindow,
      thinking,
      structured,
      streaming: streamed,
      firstWordMs: streamed ? firstWordMs : null,
      wordsPerSecond,
      transcriptMinutes,
      shortfalls,
    };
  };
}

const count = new Intl.NumberFormat('en');

export type TryModel = ReturnType<typeof createTrialDraftService>;

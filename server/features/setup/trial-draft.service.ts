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
  languageModel: (connection: ModelConnection) => Pick<LanguageModel, 'draft'>;
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

/** Drafts with settings that are not stored yet, and keeps nothing. Throws the model's failures in words. */
export function createTrialDraftService({ modelSettings, languageModel, voice, clock, ...sources }: Deps) {
  return async function tryModel(asked: UpdateModelSettings): Promise<ModelTest> {
    const model = languageModel(await modelSettings.proposed(asked));
    const profile = await voice.activeProfile();
    const style = profile?.defaultCommentStyle ?? defaultCommentStyle;
    const known = await voiceFor(sources, profile, { video, style, except: [] });
    const request = {
      ...draftRequest({ video, style, profile, voice: known, material: nothing }),
      anyway: true,
    };
    const startedAt = clock.now().getTime();
    const progress = { signal: new AbortController().signal, onComment: () => {} };
    const draft = await toUserError(model.draft(request, progress));
    return {
      model: draft.model,
      text: draft.comment,
      milliseconds: clock.now().getTime() - startedAt,
      structured: draft.call.structured,
      streaming: draft.call.streamed,
    };
  };
}

export type TryModel = ReturnType<typeof createTrialDraftService>;

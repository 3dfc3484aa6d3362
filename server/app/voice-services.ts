import type { ClockAndEvents } from '../core/events.ts';
import type { Db } from '../db/database.ts';
import type { DraftModel } from '../features/drafting/prompts/draft-model.service.ts';
import { createHabitsService } from '../features/voice/habits.service.ts';
import { createOwnCommentsRepository } from '../features/voice/own-comments.repository.ts';
import { createOwnCommentsService } from '../features/voice/own-comments.service.ts';
import { createVoiceRepository } from '../features/voice/profiles.repository.ts';
import { createVoiceService } from '../features/voice/profiles.service.ts';
import { createStyleRulesService } from '../features/voice/style-rules.service.ts';

interface Deps extends ClockAndEvents {
  db: Db;
  languageModel: DraftModel;
}

/** Creates everything that knows how the owner writes. */
export function createVoiceServices({ db, languageModel, events, clock }: Deps) {
  const profiles = createVoiceRepository(db);
  const ownComments = createOwnCommentsService({
    repository: createOwnCommentsRepository(db),
    profiles,
    events,
    clock,
  });
  return {
    voice: createVoiceService({ repository: profiles, events, clock }),
    rules: createStyleRulesService({
      repository: profiles,
      languageModel,
      events,
      clock,
    }),
    ownComments,
    habits: createHabitsService({ profiles, ownComments, languageModel }),
  };
}

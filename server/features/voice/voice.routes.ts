import type { Router } from 'express';
import { z } from 'zod';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import {
  updateUserSettingsSchema,
  userSettingsSchema,
} from '#shared/contracts/settings.ts';
import {
  createRuleSchema,
  createVoiceProfileSchema,
  ownCommentListSchema,
  ownCommentPageSchema,
  ownCommentsImportSchema,
  pasteOwnCommentsSchema,
  profileVersionListSchema,
  proposedHabitsSchema,
  proposeRulesResponseSchema,
  styleProfileSchema,
  styleRuleListSchema,
  styleRuleSchema,
  takeoutFileLimit,
  updateRuleSchema,
  updateVoiceProfileSchema,
  versionPathSchema,
  voiceProfileListSchema,
  voiceProfileSchema,
} from '#shared/contracts/voice.ts';
import { fileBody } from '../../http/file-body.ts';
import { routes } from '../../http/handle.ts';
import type { HabitsService } from './habits.service.ts';
import type { OwnCommentsService } from './own-comments.service.ts';
import type { VoiceService } from './profiles.service.ts';
import type { StyleRulesService } from './style-rules.service.ts';

interface Deps {
  voice: VoiceService;
  rules: StyleRulesService;
  ownComments: OwnCommentsService;
  habits: HabitsService;
}

const one = { params: idPathSchema };
const importSchema = z
  .string('Choose a file or paste your comments')
  .or(pasteOwnCommentsSchema);

export const voiceRoutes = ({ voice, rules, ownComments, habits }: Deps): Router =>
  routes((route, router) => {
    route('get /user-settings', { response: userSettingsSchema }, () => voice.settings());
    route(
      'put /user-settings',
      { body: updateUserSettingsSchema, response: userSettingsSchema },
      ({ body }) => voice.updateSettings(body),
    );

    route('get /voice-profiles', { response: voiceProfileListSchema }, () =>
      voice.profiles(),
    );
    route(
      'post /voice-profiles',
      { body: createVoiceProfileSchema, response: voiceProfileSchema, status: 201 },
      ({ body }) => voice.create(body),
    );
    route(
      'put /voice-profiles/:id',
      { ...one, body: updateVoiceProfileSchema, response: voiceProfileSchema },
      ({ params, body }) => voice.update(params.id, body),
    );
    route('delete /voice-profiles/:id', one, ({ params }) => voice.remove(params.id));

    route(
      'get /voice-profiles/:id/style-rules',
      { ...one, response: styleRuleListSchema },
      ({ params }) => rules.rules(params.id),
    );
    route(
      'post /voice-profiles/:id/style-rules',
      { ...one, body: createRuleSchema, response: styleRuleSchema, status: 201 },
      ({ params, body }) => rules.add(params.id, body.text),
    );
    route(
      'post /voice-profiles/:id/style-rules/propose',
      { ...one, response: proposeRulesResponseSchema },
      ({ params }) => rules.propose(params.id),
    );
    route(
      'post /voice-profiles/:id/habits/propose',
      { ...one, response: proposedHabitsSchema },
      ({ params }) => habits.propose(params.id),
    );
    route(
      'patch /style-rules/:id',
      { ...one, body: updateRuleSchema, response: styleRuleSchema },
      ({ params, body }) => rules.decide(params.id, body),
    );
    route('delete /style-rules/:id', one, ({ params }) => rules.remove(params.id));
    route(
      'get /voice-profiles/:id/versions',
      { ...one, response: profileVersionListSchema },
      ({ params }) => voice.versions(params.id),
    );
    route(
      'post /voice-profiles/:id/versions/:number/restore',
      { params: versionPathSchema, response: voiceProfileSchema },
      ({ params }) => voice.restore(params.id, params.number),
    );

    router.post('/voice-profiles/:id/own-comments', takeoutBody);
    route(
      'post /voice-profiles/:id/own-comments',
      { ...one, body: importSchema, response: ownCommentsImportSchema },
      ({ params, body }) =>
        typeof body === 'string'
          ? ownComments.importTakeout(params.id, body)
          : ownComments.paste(params.id, body.text),
    );
    route(
      'get /voice-profiles/:id/own-comments',
      { ...one, query: ownCommentPageSchema, response: ownCommentListSchema },
      ({ params, query }) => ownComments.list(params.id, query),
    );
    route('delete /voice-profiles/:id/own-comments', one, ({ params }) =>
      ownComments.removeAll(params.id),
    );
    route('delete /own-comments/:id', one, ({ params }) => ownComments.remove(params.id));
    route(
      'get /voice-profiles/:id/style-profile',
      { ...one, response: styleProfileSchema },
      ({ params }) => ownComments.styleProfile(params.id),
    );
  });

const takeoutMegabytes = takeoutFileLimit / 1_000_000;
const takeoutBody = fileBody({
  types: ['text/csv', 'text/plain'],
  limitBytes: takeoutFileLimit,
  tooLarge: `This file is larger than ${takeoutMegabytes} MB. Takeout splits large exports: choose comments.csv alone, or a part of it.`,
});

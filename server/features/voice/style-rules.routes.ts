import { Router } from 'express';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import {
  createRuleSchema,
  profileVersionListSchema,
  proposeRulesResponseSchema,
  styleRuleListSchema,
  styleRuleSchema,
  updateRuleSchema,
  versionPathSchema,
  voiceProfileSchema,
} from '#shared/contracts/voice.ts';
import { handle } from '../../http/handle.ts';
import type { StyleRulesService } from './style-rules.service.ts';
import type { VersionsService } from './versions.service.ts';

interface Deps {
  rules: StyleRulesService;
  versions: VersionsService;
}

export function styleRulesRoutes({ rules, versions }: Deps): Router {
  const router = Router();

  router.get(
    '/voice-profiles/:id/style-rules',
    handle({ params: idPathSchema, response: styleRuleListSchema }, ({ params }) => rules.rules(params.id)),
  );
  router.post(
    '/voice-profiles/:id/style-rules',
    handle(
      { params: idPathSchema, body: createRuleSchema, response: styleRuleSchema, status: 201 },
      ({ params, body }) => rules.add(params.id, body.text),
    ),
  );
  router.post(
    '/voice-profiles/:id/style-rules/propose',
    handle({ params: idPathSchema, response: proposeRulesResponseSchema }, ({ params }) =>
      rules.propose(params.id),
    ),
  );
  router.patch(
    '/style-rules/:id',
    handle({ params: idPathSchema, body: updateRuleSchema, response: styleRuleSchema }, ({ params, body }) =>
      rules.decide(params.id, body),
    ),
  );
  router.delete(
    '/style-rules/:id',
    handle({ params: idPathSchema }, ({ params }) => rules.remove(params.id)),
  );
  router.get(
    '/voice-profiles/:id/versions',
    handle({ params: idPathSchema, response: profileVersionListSchema }, ({ params }) =>
      versions.versions(params.id),
    ),
  );
  router.post(
    '/voice-profiles/:id/versions/:number/restore',
    handle({ params: versionPathSchema, response: voiceProfileSchema }, ({ params }) =>
      versions.restore(params.id, params.number),
    ),
  );

  return router;
}

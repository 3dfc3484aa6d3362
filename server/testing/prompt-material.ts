import type { PromptMaterial } from '../providers/language-model/language-model.ts';

export const noMaterial: PromptMaterial = {
  chapters: [],
  comments: [],
  transcript: null,
  notes: null,
  point: null,
  ownComments: [],
};

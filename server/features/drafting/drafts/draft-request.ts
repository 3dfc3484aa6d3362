import type { CommentStyle } from '#shared/contracts/enums.ts';
import type { DraftRequest } from '../../../providers/language-model/language-model.ts';
import type { ActiveProfile, DraftedVideo, DraftMaterial } from './draft-material.ts';

interface Asked {
  video: DraftedVideo;
  style: CommentStyle;
  profile: ActiveProfile | null;
  material: DraftMaterial;
  alternatives: number;
  begun: string;
}

export function draftRequest({ video, style, profile, material, alternatives, begun }: Asked): DraftRequest {
  return {
    style,
    video: {
      title: video.title,
      description: video.description,
      channelTitle: video.channelTitle,
      topics: video.tags,
      language: video.language,
    },
    profile,
    rules: material.rules.map(({ text }) => text),
    examples: material.examples.map(({ text }) => text),
    alternatives,
    corrections: [],
    ...(begun !== '' && { begun }),
  };
}

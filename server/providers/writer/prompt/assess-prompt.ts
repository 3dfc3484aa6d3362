import type { AssessedVideo } from '../writer.ts';
import type { Prompt } from './draft-prompt.ts';
import { fenced, fenceRule } from './fence.ts';
import { promptLine } from './prompt-text.ts';

const task = [
  'You judge YouTube videos for a professional who looks for places to leave a thoughtful comment.',
  'Judge each video by the given text alone.',
].join(' ');

const answerForm = [
  'id: the number of the video, as given.',
  'engagementScore: how well a thoughtful comment would be received there, a whole number from 0 to 100.',
  'videoType: tutorial, talk, review, news, discussion or the like, in one or two words.',
  'difficulty: easy, medium or hard, for the viewer.',
  'commentOpportunity: high, medium or low, for this professional.',
  'keyTopics: up to three topics, each in one to three words.',
  'suggestedApproach: one or two ideas for a comment, each in English and under twelve words.',
]
  .map((line) => `- ${line}`)
  .join('\n');

export function assessPrompt(videos: readonly AssessedVideo[], expertise: readonly string[]): Prompt {
  const areas = expertise.length > 0 ? promptLine(expertise.join(', '), 1000) : 'not stated';
  return {
    system: [
      task,
      `The professional’s areas of expertise: ${areas}.`,
      `# Untrusted text\n${fenceRule}`,
      `# Form of the answer\nOne JSON object with the member videos: a list with one object for each video, with these members, and nothing else:\n${answerForm}`,
    ].join('\n\n'),
    user: ['Judge these videos.', fenced(videos.map(videoFacts).join('\n\n'))].join('\n\n'),
  };
}

function videoFacts({ id, title, description, channelTitle }: AssessedVideo): string {
  return [
    `Video ${id}`,
    `Title: ${promptLine(title, 200)}`,
    `Channel: ${promptLine(channelTitle, 100)}`,
    `Description: ${promptLine(description ?? '', 300) || '(none)'}`,
  ].join('\n');
}

import type { Field } from './content.ts';

/**
 * For each field, the search that a button offers, and other words that users may search
 * for.
 */
export const topicsByField: Record<Field, { query: string; words: readonly string[] }> = {
  platform: {
    query: 'Kubernetes',
    words: [
      'devops',
      'infrastructure',
      'cloud',
      'k8s',
      'deployment',
      'on-call',
      'reliability',
      'servers',
    ],
  },
  databases: {
    query: 'Databases',
    words: [
      'databases',
      'sql',
      'postgres',
      'data',
      'storage',
      'backend',
      'query performance',
    ],
  },
  web: {
    query: 'Web development',
    words: [
      'frontend',
      'web development',
      'html',
      'javascript',
      'programming',
      'browser',
      'software',
    ],
  },
  ai: {
    query: 'Language models',
    words: [
      'ai',
      'llm',
      'machine learning',
      'artificial intelligence',
      'chatgpt',
      'language models',
      'prompts',
    ],
  },
  audio: {
    query: 'Mixing',
    words: [
      'audio',
      'music',
      'music production',
      'recording',
      'sound',
      'podcasting',
      'studio',
    ],
  },
  woodworking: {
    query: 'Woodworking',
    words: ['wood', 'carpentry', 'furniture', 'joinery', 'workshop', 'diy', 'tools'],
  },
  teaching: {
    query: 'Teaching',
    words: [
      'education',
      'school',
      'students',
      'teachers',
      'lessons',
      'pupils',
      'learning',
      'teaching',
    ],
  },
  finance: {
    query: 'Personal finance',
    words: [
      'money',
      'personal finance',
      'budgeting',
      'saving',
      'savings',
      'household',
      'investing',
      'mortgages',
    ],
  },
};

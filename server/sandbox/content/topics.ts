import type { Field } from './content.ts';

/** What users call each field, the search that a button offers, and other words they may look for. */
export const topicsByField: Record<Field, { name: string; query: string; words: readonly string[] }> = {
  platform: {
    name: 'Kubernetes and operations',
    query: 'kubernetes',
    words: ['devops', 'infrastructure', 'cloud', 'k8s', 'deployment', 'on-call', 'reliability', 'servers'],
  },
  databases: {
    name: 'Databases',
    query: 'database',
    words: ['databases', 'sql', 'postgres', 'data', 'storage', 'backend', 'query performance'],
  },
  web: {
    name: 'Web development',
    query: 'web',
    words: ['frontend', 'web development', 'html', 'javascript', 'programming', 'browser', 'software'],
  },
  ai: {
    name: 'Language models',
    query: 'language model',
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
    name: 'Mixing and recording',
    query: 'mixing',
    words: ['audio', 'music', 'music production', 'recording', 'sound', 'podcasting', 'studio'],
  },
  woodworking: {
    name: 'Woodworking',
    query: 'woodworking',
    words: ['wood', 'carpentry', 'furniture', 'joinery', 'workshop', 'diy', 'tools'],
  },
  teaching: {
    name: 'Teaching',
    query: 'classroom',
    words: ['education', 'school', 'students', 'teachers', 'lessons', 'pupils', 'learning', 'teaching'],
  },
  finance: {
    name: 'Personal finance',
    query: 'budget',
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

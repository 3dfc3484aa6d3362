import { idFrom, pick } from '../deterministic.ts';

export interface Channel {
  id: string;
  title: string;
  handle: string;
  topics: readonly string[];
}

const describe = (title: string, ...topics: string[]): Channel => ({
  id: `UC${idFrom(`channel/${title}`, 22)}`,
  title,
  handle: `@${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')}`,
  topics,
});

export const channels: readonly Channel[] = [
  describe('Cluster Notes', 'kubernetes', 'observability'),
  describe('Plain YAML', 'kubernetes', 'devops'),
  describe('The Node Pool', 'kubernetes', 'cloud'),
  describe('Container Kitchen', 'docker', 'kubernetes'),
  describe('Layer by Layer', 'docker', 'linux'),
  describe('Ship It Weekly', 'devops', 'craft'),
  describe('Paved Road', 'devops', 'cloud'),
  describe('Three Pillars', 'observability', 'devops'),
  describe('Packet & Pipe', 'networking', 'linux'),
  describe('Hop Count', 'networking', 'security'),
  describe('Rent or Own', 'cloud', 'architecture'),
  describe('Component Tree', 'react', 'webperf'),
  describe('Render Twice', 'react', 'javascript'),
  describe('Typed & Tested', 'typescript', 'nodejs'),
  describe('Narrowing', 'typescript', 'react'),
  describe('Event Loop Diaries', 'javascript', 'nodejs'),
  describe('Vanilla Hour', 'javascript', 'webperf'),
  describe('Backpressure', 'nodejs', 'api'),
  describe('First Paint', 'webperf'),
  describe('Contract First', 'api', 'architecture'),
  describe('Endpoint Stories', 'api', 'nodejs'),
  describe('Query Plan', 'databases', 'dataeng'),
  describe('Write-Ahead', 'databases', 'architecture'),
  describe('Indented', 'python', 'ml'),
  describe('Snake Case Studio', 'python', 'dataeng'),
  describe('Evaluated', 'ai', 'ml'),
  describe('Small Models', 'ai', 'python'),
  describe('Loss Curve', 'ml', 'ai'),
  describe('Late Arrivals', 'dataeng', 'databases'),
  describe('Owned & Borrowed', 'rust', 'embedded'),
  describe('go run .', 'go', 'kubernetes'),
  describe('Bench & Scope', 'embedded'),
  describe('Pull-Up Resistor', 'embedded', 'linux'),
  describe('Man Page Monday', 'linux', 'craft'),
  describe('Least Privilege', 'security', 'networking'),
  describe('Red Team Tea', 'security', 'craft'),
  describe('Boxes and Arrows', 'architecture', 'api'),
  describe('Small Commits', 'craft', 'typescript'),
  describe('Serverkeller', 'german'),
  describe('Technik am Abend', 'german'),
  describe('Código con Calma', 'spanish'),
  describe('Terminal Sur', 'spanish'),
  describe('夜ふかしエンジニア', 'japanese'),
  describe('La Pile Technique', 'french'),
  describe('Código & Café', 'portuguese'),
  describe('Bits for Kids', 'kids'),
];

/** A channel that covers the topic, the same one for the same seed. */
export const channelFor = (topic: string, seed: string): Channel =>
  pick(
    seed,
    channels.filter((channel) => channel.topics.includes(topic)),
  );

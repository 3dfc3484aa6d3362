import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import { listen } from '../../http/listen.ts';
import { scriptedDraft } from './scripted-draft.ts';
import { scriptedRules } from './scripted-rules.ts';

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

const countTokens = (text: string) => Math.ceil(text.length / 4);

/**
 * A model on loopback with fixed habits that knows nothing but the messages of each request. It keeps the system
 * messages it got. Close it at the end.
 */
export async function startScriptedModel() {
  const prompts: string[] = [];
  const server = createServer(async (req, res) => {
    const { model, messages } = requestSchema.parse(JSON.parse(await bodyOf(req)));
    const say = (role: string) => messages.find((message) => message.role === role)?.content ?? '';
    const [system, user] = [say('system'), say('user')];
    prompts.push(system);
    const content = JSON.stringify(answerTo(system, user));
    res.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: 'chatcmpl-scripted',
        object: 'chat.completion',
        created: 0,
        model,
        choices: [
          { index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop' },
        ],
        usage: { prompt_tokens: countTokens(system + user), completion_tokens: countTokens(content) },
      }),
    );
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    prompts,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerTo(system: string, user: string): object {
  if (system.startsWith('You compare drafts')) return { rules: scriptedRules(user) };
  return {
    comment: scriptedDraft(system, user),
    rating: 80,
    engagementPotential: 'Fair',
    technicalAccuracy: 'Fair',
    tone: 'Lively',
  };
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import type { GivenMaterial } from '#shared/contracts/drafts.ts';
import { draftingApp, goodDraft } from '../../testing/drafting-app.ts';
import { makeVideo } from '../../testing/factories.ts';

const drafting = draftingApp();
beforeEach(() => drafting.reset());

const post = (path: string, body: object) => request(drafting.app).post(path).send(body);
const generate = (videoId: number, given: GivenMaterial = {}) =>
  post('/comments/generate', { videoId, style: 'insightful', ...given });

describe('a pasted transcript', () => {
  const plan = (videoId: number, body: object) =>
    post(`/videos/${videoId}/transcript`, body);

  it('is counted and divided into sections before a draft is made from it', async () => {
    const { id } = await makeVideo(drafting.db);
    expect((await plan(id, { transcript: '0:00\nhello\n0:41\nit failed' })).body).toEqual(
      {
        words: 3,
        usedWords: 3,
        seconds: 42,
        stretches: null,
        sections: [{ from: 0, to: 42, line: 'hello' }],
      },
    );
  });

  const unusable: [kind: string, transcript: string, sentence: string][] = [
    ['an address', 'https://www.youtube.com/watch?v=abc', 'This is an address.'],
    ['only times', '0:00\n0:04\n0:09', 'no words beside them'],
    ['without words', '[Music]', 'There are no words'],
    ['a binary file', '\u0001\ufffd'.repeat(50), 'This is not text'],
    [
      'an archive',
      `PK\u0003\u0004${'\u0001\ufffd'.repeat(50)}`,
      'This is a compressed archive',
    ],
    ['a PDF', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>', 'This is a PDF'],
    [
      'a captions file with codes',
      'Scenarist_SCC V1.0\n\n00:00:03:12\t9420 9420',
      'This is a Scenarist file',
    ],
  ];

  it.each(unusable)(
    'is refused with what is wrong when it is %s',
    async (_, transcript, sentence) => {
      const { id } = await makeVideo(drafting.db);
      const { status, body } = await plan(id, { transcript });
      expect([status, body.detail]).toEqual([400, expect.stringContaining(sentence)]);
    },
  );

  it.each(unusable)(
    'is refused in a request for a draft when it is %s, and no model is asked',
    async (_, transcript, sentence) => {
      const { id } = await makeVideo(drafting.db);
      const { status, body } = await generate(id, { transcript });
      expect([status, body.detail]).toEqual([400, expect.stringContaining(sentence)]);
      expect(drafting.asked).toEqual([]);
    },
  );

  it('is 404 for an unknown video', async () => {
    await plan(99_999, { transcript: 'hello' }).expect(404);
  });
});

describe('a text without spaces', () => {
  it.each([
    ['Japanese', '準備プローブ'],
    ['Thai', 'โพรบความพร้อม'],
    ['surrogate pairs', '準💬'],
  ])('of 130,000 characters in one line can be drafted from: %s', async (_, words) => {
    const { id } = await makeVideo(drafting.db);
    const transcript = words.repeat(130_000 / words.length);
    const { body } = await generate(id, { transcript }).expect(201);
    expect(body.comment.content).toBe(goodDraft.comment);
    expect(drafting.asked[0]?.material.transcript?.length).toBeLessThanOrEqual(72_000);
  });

  it('has its numbers looked up by themselves, not as whole sentences', async () => {
    const quote = '準備プローブはサーバー2台で40秒待つように設定します。';
    const held = '準備プローブはサーバー2台でKubernetesが40秒待つ設定ですね！';
    const wrong = '準備プローブはサーバー2台で90秒待つ設定ですね！';
    const { id } = await makeVideo(drafting.db, {
      title: 'Kubernetes',
      description: quote,
    });
    const claims = [held, wrong].map((sentence) => ({
      sentence,
      kind: 'description' as const,
      quote,
    }));
    drafting.answer(() => ({ ...goodDraft, comment: `${held}\n${wrong}`, claims }));
    const { body } = await generate(id).expect(201);
    expect(body.analysis.sentences).toMatchObject([
      { text: held, source: { kind: 'description' }, unsupported: [] },
      { text: wrong, source: { kind: 'description' }, unsupported: ['90'] },
    ]);
  });
});

describe('a file that the browser cannot decode (rule 6.11)', () => {
  const send = (file: Buffer) =>
    request(drafting.app)
      .post('/text-files')
      .set('Content-Type', 'application/octet-stream')
      .send(file);

  it.each([
    ['UTF-16', Buffer.from('\ufeff0:01 Grüße aus Köln', 'utf16le')],
    ['Windows-1252', Buffer.from('0:01 Grüße aus Köln', 'latin1')],
  ])('is returned as text: %s', async (_, file) => {
    const { status, body } = await send(file);
    expect([status, body]).toEqual([200, { text: '0:01 Grüße aus Köln' }]);
  });

  it('is refused with advice when its encoding cannot be detected', async () => {
    const answer = await send(Buffer.from([0x81, 0x8d, 0x8f, 0x90, 0x9d, 0x02]));
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.detail).toContain('save it as UTF-8');
  });

  it.each([
    ['a Word document', 'PK\u0003\u0004[Content_Types].xml word/document.xml'],
    ['a sound or video file', '\u0000\u0000\u0000 ftypisom'],
  ])('is refused with its kind: %s', async (kind, begin) => {
    const file = Buffer.concat([Buffer.from(begin, 'latin1'), Buffer.alloc(300, 0xb5)]);
    const { status, body } = await send(file);
    expect([status, body.detail]).toEqual([
      400,
      expect.stringContaining(`This is ${kind}`),
    ]);
  });

  it('is refused when it exceeds the limit', async () => {
    const { status, body } = await send(Buffer.alloc(4_000_001, 'a'));
    expect([status, body.code]).toEqual([413, 'body_too_large']);
  });
});

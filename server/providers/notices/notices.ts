import type { NoticeType } from '#shared/contracts/notices.ts';

/** What is sent, the same at every try. */
export interface NoticeMessage {
  /** By which a receiver knows a repetition. */
  id: string;
  type: NoticeType;
  cause: string;
  at: Date;
  title: string;
  lines: readonly string[];
  /** The page where something can be done about it. */
  url: string;
  settingsUrl: string;
  /** 1 to 5, as ntfy has it. */
  priority: number;
  /** An emoji's short code. */
  tag: string;
  /** What a program needs beside the words. */
  data: Readonly<Record<string, unknown>>;
}

export interface EmailTarget {
  channel: 'email';
  host: string;
  port: number;
  /** TLS from the start; else STARTTLS where it is offered. */
  isTls: boolean;
  user: string;
  password: string | null;
  from: string;
  to: string;
}

export interface NtfyTarget {
  channel: 'ntfy';
  server: string;
  topic: string;
  token: string | null;
}

export interface WebhookTarget {
  channel: 'webhook';
  url: string;
  /** `whsec_…`; a second one while it is replaced. */
  secrets: readonly string[];
}

export type NoticeTarget = EmailTarget | NtfyTarget | WebhookTarget;

/** `answer` is what came back, or why nothing did, in one line and without secrets. */
export interface SendResult {
  ok: boolean;
  answer: string;
}

export type SendNotice = (
  target: NoticeTarget,
  message: NoticeMessage,
  options: { now: Date; signal: AbortSignal },
) => Promise<SendResult>;

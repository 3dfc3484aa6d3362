import type {
  NoticeAddresses,
  NoticeType,
  SendingChannel,
} from '#shared/contracts/notices.ts';

/** The content of a notice; it stays the same at every retry. */
export interface NoticeMessage {
  /** Lets a receiver recognize a notice that it has received before. */
  id: string;
  type: NoticeType;
  cause: string;
  at: Date;
  title: string;
  lines: readonly string[];
  /** The page on which the user can do something about it. */
  url: string;
  /** The priority is from 1 to 5; the tag is the short code of an emoji. */
  ntfy: { priority: number; tag: string };
  /** Machine-readable details in addition to the text. */
  data: Readonly<Record<string, unknown>>;
}

export interface NoticeTarget extends NoticeAddresses {
  channel: SendingChannel;
  /**
   * Usually at most one. While a webhook's secret is being replaced, the previous one is
   * included too.
   */
  secrets: readonly string[];
  /**
   * True connects with TLS from the start, also on a port other than 465; false uses
   * STARTTLS if offered.
   */
  isTls?: boolean;
}

export interface SendAnswer {
  ok: boolean;
  answer: string | undefined;
  /**
   * Set if a retry would be refused in the same way; `status` is null if no request was
   * made.
   */
  refusal?: { status: number | null } | null;
}

/**
 * Never throws. `answer` is the receiver's response, or why there was none, in one line
 * and without secrets. `isFinal` is true if a retry would be refused in the same way;
 * `answer` then says what to fix.
 */
export type SendNotice = (
  target: NoticeTarget,
  message: NoticeMessage,
  options: { now: Date; signal: AbortSignal },
) => Promise<{ ok: boolean; answer: string; isFinal: boolean }>;

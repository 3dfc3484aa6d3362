import { vi } from 'vitest';

/** A stream of server-sent events that the test speaks into. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 0;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  connect(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  /** The server refused: a browser gives up then. */
  refuse(): void {
    this.readyState = FakeEventSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }

  refresh(...resources: string[]): void {
    this.dispatchEvent(new MessageEvent('refresh', { data: JSON.stringify({ resources }) }));
  }
}

/** Puts the fake in place of the browser's; the streams a test opened are in `opened`, newest last. */
export function installFakeEventSource(): typeof FakeEventSource {
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  return FakeEventSource;
}

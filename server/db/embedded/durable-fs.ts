import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type ModuleOptions = Parameters<NodeFS['init']>[1];
type StreamOperations = Record<string, unknown>;

const WASI_EIO = 29;

/** Adds fsync, without which a power cut ruins the database, to PGlite's internals; a test counts the calls. */
export class DurableFs extends NodeFS {
  readonly #fsync: (fd: number) => void;

  constructor(folder: string, fsync: (fd: number) => void = fsyncSync) {
    super(folder);
    this.#fsync = fsync;
  }

  override async init(lite: PGlite, options: ModuleOptions) {
    const { emscriptenOpts } = await super.init(lite, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: object) => this.#addFsync(module)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }

  #addFsync(module: object): void {
    const { NODEFS } = module as { NODEFS: { stream_ops: StreamOperations } };
    NODEFS.stream_ops['fsync'] = (stream: { nfd: number }) => {
      try {
        this.#fsync(stream.nfd);
        return 0;
      } catch {
        return WASI_EIO;
      }
    };
  }
}

import type { StoredPage } from './stored-page.ts'

/** Bytes of an entry in addition to its body: key, headers, bookkeeping. */
const overhead = 4096

/** Pages in the memory of an isolate. New pages evict the least recently used pages. */
export class PageMemory {
  readonly #pages = new Map<string, StoredPage>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: string): StoredPage | undefined {
    const page = this.#pages.get(key)
    if (page === undefined) return undefined
    // A Map is in the order of insertion, so its first key is the least recently used key.
    this.#pages.delete(key)
    this.#pages.set(key, page)
    return page
  }

  set(key: string, page: StoredPage): StoredPage {
    this.#delete(key)
    this.#pages.set(key, page)
    this.#bytes += sizeOf(page)
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#delete(oldest)
    }
    return page
  }

  #delete(key: string): void {
    const page = this.#pages.get(key)
    if (page === undefined) return
    this.#pages.delete(key)
    this.#bytes -= sizeOf(page)
  }
}

function sizeOf({ body }: StoredPage): number {
  return body.byteLength + overhead
}

export {}

/** What every runtime of the shop has: browsers, Workers and Node. Nothing else may be counted on here. */
declare global {
  class URL {
    constructor(url: string, base?: string)
    readonly origin: string
    readonly pathname: string
    readonly search: string
  }
  class URLSearchParams {
    constructor(init?: string | readonly (readonly [string, string])[])
    toString(): string
  }
  const crypto: { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> }
  function btoa(binary: string): string
}

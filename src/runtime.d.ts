/** What every runtime of the shop has: browsers, Workers and Node. Nothing else may be counted on here. */
declare class URL {
  constructor(url: string, base?: string)
  readonly origin: string
  readonly pathname: string
  readonly search: string
}
declare class URLSearchParams {
  constructor(init?: string | readonly (readonly [string, string])[])
  toString(): string
}
declare const crypto: {
  getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>
}
declare function btoa(binary: string): string
declare function setInterval(handler: () => void, milliseconds: number): number
declare function clearInterval(timer: number): void

/** The common subset of browsers, Workers and Node, which domain, locale and forms may use. */
declare class URL {
  constructor(url: string, base?: string)
  readonly host: string
  readonly origin: string
  readonly pathname: string
  readonly search: string
}
declare class URLSearchParams {
  constructor(init?: string | readonly (readonly [string, string])[])
  get(name: string): string | null
  toString(): string
}
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare const crypto: {
  getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>
  readonly subtle: {
    digest: (algorithm: 'SHA-256', bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>
  }
}
declare const console: { readonly [level in 'info' | 'warn' | 'error']: (line: string) => void }
declare function btoa(binary: string): string
declare function atob(base64: string): string
declare function setTimeout(handler: () => void, milliseconds: number): number
declare function clearTimeout(timer: number | undefined): void
declare function setInterval(handler: () => void, milliseconds: number): number
declare function clearInterval(timer: number): void

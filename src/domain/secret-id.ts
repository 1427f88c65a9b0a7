/** An identifier that opens what it names: 32 random bytes (256 bits) as base64url, 43 characters. */
export function secretID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

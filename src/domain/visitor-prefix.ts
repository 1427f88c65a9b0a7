/**
 * Returns the network that a rate limit counts: a whole IPv4 address, or the first 64 or 48 bits of
 * an IPv6 address in full groups (`2001:0db8:0000:0001`). Access providers give each customer at
 * least a /64 (RFC 6177), so a customer can use many addresses. Returns '' for a malformed address.
 */
export function visitorPrefix(address: string, bits: 48 | 64 = 64): string {
  const plain = /^\[?([^%\]]*)/.exec(address.trim())?.[1] ?? ''
  if (isIPv4(plain)) return plain
  const groups = groupsOf(plain)
  if (groups === null) return ''
  const mapped = mappedIPv4(groups)
  if (mapped !== null) return mapped
  return groups
    .slice(0, bits / 16)
    .map((group) => group.toString(16).padStart(4, '0'))
    .join(':')
}

function isIPv4(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((each) => Number(each) < 256)
}

/**
 * Returns the eight 16-bit groups of an IPv6 address (RFC 4291, section 2.2), or null for other
 * strings.
 */
function groupsOf(text: string): number[] | null {
  const halves = withoutDottedEnd(text).split('::')
  if (!text.includes(':') || halves.length > 2) return null
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const all = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  return all.every((group) => /^[\da-f]{1,4}$/i.test(group))
    ? all.map((group) => Number.parseInt(group, 16))
    : null
}

/** Rewrites the last part of `::ffff:192.0.2.1` in hexadecimal groups. */
function withoutDottedEnd(text: string): string {
  const end = /[^:]*$/.exec(text)?.[0] ?? ''
  if (!isIPv4(end)) return text
  const [a = 0, b = 0, c = 0, d = 0] = end.split('.').map(Number)
  const groups = [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(':')
  return text.slice(0, -end.length) + groups
}

/** Returns the IPv4 address inside an IPv4-mapped address (`::ffff:0:0/96`), or null. */
function mappedIPv4(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : null
}

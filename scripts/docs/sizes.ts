const kB = 1000

export const maxBytesOfDecision = 1.5 * kB
/** All guides together. */
export const maxBytesOfAll = 180 * kB

/** Limits of the guides in docs/, in bytes. */
export const maxBytesOf: Readonly<Record<string, number>> = {
  'api.md': 6 * kB,
  'architecture.md': 10 * kB,
  'customise.md': 8 * kB,
  'deploy.md': 26 * kB,
  'glossary.md': 8 * kB,
  'operations.md': 38 * kB,
  'payments.md': 24 * kB,
  'performance.md': 12 * kB,
  'reliability.md': 8 * kB,
  'security.md': 16 * kB,
  'specification.md': 22 * kB,
  'suppliers.md': 10 * kB,
}

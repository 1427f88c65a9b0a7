/** Something that keeps the shop from selling, or will cost it money or customers. */
export type ShopFinding = {
  /** `error`: the shop cannot sell, or must not. `warning`: it sells, but something is missing. */
  readonly level: 'error' | 'warning'
  /** A sentence: `12 sample profiles are on sale.` */
  readonly problem: string
  /** What to do: a command or a setting. */
  readonly remedy: string
}

export function error(problem: string, remedy: string): ShopFinding {
  return { level: 'error', problem, remedy }
}

export function warning(problem: string, remedy: string): ShopFinding {
  return { level: 'warning', problem, remedy }
}

/** `1 plan`, `3 plans` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
